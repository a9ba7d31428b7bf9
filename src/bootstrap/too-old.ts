/**
 * Says that the browser is too old. load-app.ts loads it in place of the app, whose code may not
 * even run there.
 */
import { OLDEST_BROWSERS } from '#src/browser/supported-browsers.ts'

const { chrome, firefox, safari } = OLDEST_BROWSERS
const heading = document.createElement('h1')
heading.textContent = 'This browser is too old'
const text = document.createElement('p')
text.setAttribute('role', 'alert')
text.textContent = `It rounds long numbers or lacks colours, so Petstore Admin could show or send a wrong ID. No data was sent. Update the browser: Chrome or Edge ${chrome}, Firefox ${firefox}, Safari ${safari}, or later.`
const page = document.createElement('main')
page.className = 'starting stack'
page.append(heading, text)
document.querySelector('#root')?.replaceChildren(page)
document.title = `Browser too old · ${document.title}`
