#!/usr/bin/env -S gjs -m
// The browser that WebKitWebDriver starts: WebKitGTK's MiniBrowser forgets everything at its end while it is driven,
// and so does every later session. This window is the same engine on a folder that stays.
import GLib from 'gi://GLib';
import Gtk from 'gi://Gtk?version=3.0';
import WebKit from 'gi://WebKit2?version=4.1';

const profile = GLib.getenv('WEBKIT_PROFILE');
const inProfile = (name) => GLib.build_filenamev([profile, name]);

Gtk.init(null);
const context = new WebKit.WebContext({
  website_data_manager: new WebKit.WebsiteDataManager({
    base_data_directory: inProfile('data'),
    base_cache_directory: inProfile('cache'),
  }),
});
context.set_automation_allowed(true);
context.connect('automation-started', (_context, session) => session.connect('create-web-view', () => view()));

let windows = 0;
function view() {
  const window = new Gtk.Window({ default_width: 390, default_height: 844 });
  const page = new WebKit.WebView({ web_context: context, is_controlled_by_automation: true });
  windows += 1;
  page.connect('close', () => window.destroy());
  window.connect('destroy', () => {
    windows -= 1;
    if (windows === 0) Gtk.main_quit();
  });
  window.add(page);
  window.show_all();
  return page;
}

view();
Gtk.main();
