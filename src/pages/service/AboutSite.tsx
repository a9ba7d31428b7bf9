import { type BuildVersion, buildVersion } from '#src/browser/build-version.ts'
import { useEnvironment } from '#src/config/environment-context.ts'
import { BASE_PATH } from '#src/lib/base-path.ts'
import { redactKey } from '#src/lib/redact-key.ts'
import { useSession } from '#src/session/session-context.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import styles from './ServicePage.module.css'
import { supportContext } from './support-context.ts'
import { supportText } from './support-text.ts'

/** Where this app and its data come from; "Copy for support" takes it along. */
export function AboutSite() {
  const environment = useEnvironment()
  const session = useSession()
  const context = supportContext(environment)
  const facts = [
    ['Version', context.version],
    ['Environment', `${environment.name} (${environment.kind})`],
    ['Base URL', environment.baseUrl],
    ['Configuration', context.configSource],
    ['Browser', context.browser],
    ['Time zone', context.timeZone],
  ] as const
  const build: BuildVersion | undefined = buildVersion()
  return (
    <section aria-labelledby="about-heading">
      <div className={styles['heading']}>
        <h2 id="about-heading">This app</h2>
        <CopyButton text={redactKey(supportText(context), session.key())} what="for support" />
      </div>
      <dl className={styles['facts']}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <BidiText text={value} />
            </dd>
          </div>
        ))}
      </dl>
      {build === undefined ? null : (
        <p className="small">
          <a href={`${BASE_PATH}licenses.txt`} target="_blank" rel="noreferrer">
            Licenses of the software in this app
          </a>
        </p>
      )}
    </section>
  )
}
