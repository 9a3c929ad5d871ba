// The script that pages load: `<script src="…/widget.js" data-chatbot="…" async></script>`.
import { PolylogueChat } from './element.ts'
import { settingsOf, type Settings } from './settings.ts'

declare global {
  interface Window {
    PolylogueChat: typeof PolylogueChat
    /** Settings that the page has left here before the script came. */
    polylogueChat: Settings | undefined
  }
}

const { currentScript: script } = document
const left = window.polylogueChat
const own: Settings = {}
// Elements of the page can have the names that are read here.
if (script instanceof HTMLScriptElement) {
  own.apiEndpoint = new URL('api/v1/', script.src || location.href).href
  Object.assign(own, settingsOf(script))
}
if (!(left instanceof Node)) Object.assign(own, left)
// A second copy of the script uses the first one.
if (!customElements.get('polylogue-chat')) {
  PolylogueChat.root = own.apiEndpoint ?? ''
  customElements.define('polylogue-chat', PolylogueChat)
  window.PolylogueChat = PolylogueChat
}
window.polylogueChat = undefined
if (own.chatbotId) window.PolylogueChat.install(own)
