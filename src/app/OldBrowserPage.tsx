import styles from './MessagePage.module.css'

/** Replaces the app, before anything is requested: IDs have up to 19 digits, and this browser rounds them after 15. */
export function OldBrowserPage() {
  return (
    <main className={`stack ${styles['wholePage']}`}>
      <title>Browser too old · Petstore Admin</title>
      <h1>This browser is too old for exact IDs</h1>
      <p role="alert">
        It rounds long numbers, so Petstore Admin could show or send a wrong ID. No data was sent. Update the
        browser: Chrome or Edge 123, Firefox 135, Safari 18.4, or later.
      </p>
    </main>
  )
}
