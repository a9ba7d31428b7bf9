/** Where things lie in the image. */
export const IN_IMAGE = {
  site: '/srv/petstore-admin',
  recipe: '/etc/petstore-admin',
  temporary: '/tmp',
} as const

/** The port in the image: one that a user without rights may take. */
export const CONTAINER_PORT = '8080'

/** The image of one deployment: Debian's nginx with its files in it, run by a user without rights. */
export function containerFile(): string {
  return `# Petstore Admin. Written by "npm run deploy". Build it in this folder, and put what ends TLS in front of it:
#   podman build -t petstore-admin . && podman run --read-only --tmpfs /tmp -p ${CONTAINER_PORT}:${CONTAINER_PORT} petstore-admin
FROM docker.io/library/debian:stable-slim
RUN apt-get update \\
    && apt-get install -y --no-install-recommends nginx libnginx-mod-http-brotli-static ca-certificates \\
    && rm -rf /var/lib/apt/lists/*
COPY nginx.conf petstore-admin.conf ${IN_IMAGE.recipe}/
COPY site/ ${IN_IMAGE.site}/
USER www-data
EXPOSE ${CONTAINER_PORT}
STOPSIGNAL SIGQUIT
CMD ["nginx", "-e", "stderr", "-c", "${IN_IMAGE.recipe}/nginx.conf", "-g", "daemon off;"]
`
}
