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

const { currentScript } = document
// Elements of the page can have the names that are read here.
const script = currentScript instanceof HTMLScriptElement && currentScript
const beside = (name: string): string => new URL(name, (script && script.src) || location.href).href
const left = window.polylogueChat
const own = { apiEndpoint: beside('api/v1/'), ...(script && settingsOf(script)) }
if (!(left instanceof Node)) Object.assign(own, left)
// A second copy of the script uses the first one.
if (!customElements.get('polylogue-chat')) {
  PolylogueChat.root = own.apiEndpoint
  PolylogueChat.more = beside('widget-more.js')
  customElements.define('polylogue-chat', PolylogueChat)
  window.PolylogueChat = PolylogueChat
}
window.polylogueChat = undefined
if (own.chatbotId) window.PolylogueChat.install(own)
