export const IN_IMAGE = {
  site: '/srv/petstore-admin',
  config: '/etc/petstore-admin',
  temporary: '/tmp',
} as const

/** Above 1023, so that an unprivileged user may listen on it. */
export const CONTAINER_PORT = '8080'

/** An image with Debian's nginx and the files of one deployment, run by an unprivileged user. */
export function containerFile(): string {
  return `# Petstore Admin. Written by "npm run deploy". Build it in this folder, and run it behind a proxy that terminates TLS:
#   podman build -t petstore-admin . && podman run --read-only --tmpfs /tmp -p ${CONTAINER_PORT}:${CONTAINER_PORT} petstore-admin
FROM docker.io/library/debian:stable-slim
RUN apt-get update \\
    && apt-get install -y --no-install-recommends nginx libnginx-mod-http-brotli-static ca-certificates \\
    && rm -rf /var/lib/apt/lists/*
COPY nginx.conf petstore-admin.conf ${IN_IMAGE.config}/
COPY site/ ${IN_IMAGE.site}/
USER www-data
EXPOSE ${CONTAINER_PORT}
STOPSIGNAL SIGQUIT
CMD ["nginx", "-e", "stderr", "-c", "${IN_IMAGE.config}/nginx.conf", "-g", "daemon off;"]
`
}
