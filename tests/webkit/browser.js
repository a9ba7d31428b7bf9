/**
 * Opens a window with WebKitGTK's web view, driven by WebKitWebDriver. Unlike its MiniBrowser under
 * automation, it keeps a profile on disk, so that it can be killed and started again, and saves
 * downloads. It runs in gjs. The options are `--profile=` (a folder), `--script=` (runs in each
 * page before its own) and `--block-storage`.
 */
import Gtk from 'gi://Gtk?version=3.0'
import WebKit from 'gi://WebKit2?version=4.1'
import system from 'system'

const option = (name) =>
  system.programArgs.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3) ?? ''
const has = (name) => system.programArgs.includes(`--${name}`)
const profile = option('profile')

Gtk.init(null)
const context = new WebKit.WebContext({
  website_data_manager: new WebKit.WebsiteDataManager({
    base_data_directory: `${profile}/data`,
    base_cache_directory: `${profile}/cache`,
  }),
})
context.set_preferred_languages(['en-GB'])
context.set_automation_allowed(true)

context.connect('automation-started', (_context, session) => {
  const info = new WebKit.ApplicationInfo()
  info.set_name('Petstore Admin tests')
  info.set_version(WebKit.get_major_version(), WebKit.get_minor_version(), WebKit.get_micro_version())
  session.set_application_info(info)
  session.connect('create-web-view', openWindow)
})

context.connect('download-started', (_context, download) => {
  download.connect('decide-destination', (_download, name) => {
    download.set_destination(`file://${profile}/downloads/${name}`)
    return true
  })
})

function openWindow() {
  const view = new WebKit.WebView({ web_context: context, is_controlled_by_automation: true })
  const { ALL_FRAMES } = WebKit.UserContentInjectedFrames
  const { START } = WebKit.UserScriptInjectionTime
  view
    .get_user_content_manager()
    .add_script(new WebKit.UserScript(option('script'), ALL_FRAMES, START, null, null))
  const settings = view.get_settings()
  settings.enable_html5_local_storage = !has('block-storage')
  settings.enable_html5_database = !has('block-storage')
  settings.enable_write_console_messages_to_stdout = true
  const window = new Gtk.Window({ default_width: 1280, default_height: 800 })
  window.add(view)
  view.connect('close', () => window.destroy())
  window.show_all()
  return view
}

Gtk.main()
