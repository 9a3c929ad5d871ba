// The element: reads its settings, waits until the page is at rest, and shows the chatbot.
import type { WidgetConfig } from '@polylogue/contract'
import { dataOf, send, type Refusal } from './calls.ts'
import { Chat, pause } from './chat.ts'
import type { More } from './more.ts'
import { settingsOf, type Settings } from './settings.ts'
import { keep, type Kept } from './storage.ts'
import { TEXTS } from './texts.ts'
import { viewOf, type View } from './view.ts'
import css from './widget.css?inline'

/** A chatbot of this page. It survives its element, for pages that swap their content. */
interface Bot {
  chat: Chat
  kept: Kept
  /** Resolves when the page is at rest. */
  config: Promise<WidgetConfig | undefined>
}

const bots: Record<string, Bot> = {}
const RETRY_MS = 30_000

const happens = (event: string): Promise<unknown> =>
  new Promise((resolve) => addEventListener(event, resolve))
const idle = (): Promise<unknown> =>
  new Promise((resolve) => (self.requestIdleCallback ?? setTimeout)(resolve))

export class PolylogueChat extends HTMLElement {
  /** The address of the API for elements that name none. */
  declare static root: string
  /** The address of the second script: beside the first one, whatever API an element names. */
  declare static more: string
  settings: Settings = {}
  #view: View | undefined

  /** Puts a chatbot into the page, in the place of the one with the same id. */
  static install(settings: Settings = {}): PolylogueChat {
    const { id = '' } = settings
    if (id) document.querySelector(`polylogue-chat#${CSS.escape(id)}`)?.remove()
    const element = Object.assign(new PolylogueChat(), { id, settings })
    // A script in the head can run before there is a body.
    ;(document.body ?? document.documentElement).append(element)
    return element
  }

  open(): void {
    this.#view?.open(true)
  }

  async connectedCallback(): Promise<void> {
    const settings = { ...settingsOf(this), ...this.settings }
    const {
      id = '',
      chatbotId = '',
      token,
      renew,
      apiEndpoint = PolylogueChat.root,
      frame,
      position,
    } = settings
    if (this.shadowRoot || !chatbotId) return
    const shadow = this.attachShadow({ mode: 'open' })
    const address = `${apiEndpoint}chatbots/${encodeURIComponent(chatbotId)}/`
    const begin = async (): Promise<WidgetConfig | undefined> => {
      if (document.readyState !== 'complete') await happens('load')
      const since = performance.now()
      await idle()
      const published = settings.config ?? (await load(address))
      const delay = frame || position === 'inline' ? 0 : published?.widget.installDelay
      await pause((settings.installDelay ?? delay ?? 0) + since - performance.now()).then(idle)
      return published
    }
    const kept = keep(chatbotId + id, !renew)
    const bot = (bots[address + id + (typeof token === 'string' ? token : '')] ??= {
      kept,
      chat: new Chat(address, kept, token, renew),
      config: begin(),
    })
    const published = await bot.config
    const config = settings.config ?? published
    if (!config) return
    // The style-src of the page does not apply to it.
    const style = (text: string): void => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(text)
      shadow.adoptedStyleSheets.push(sheet)
    }
    style(css)
    const look = { ...config, ...config.widget, ...(settings as object) }
    if (!TEXTS[look.lang]) look.lang = 'en'
    this.#view = viewOf(look, bot.chat, bot.kept, async () => {
      const more = (await import(/* @vite-ignore */ PolylogueChat.more)) as More
      style(more.css)
      return more
    })
    shadow.append(this.#view.root)
  }
}

/** Reads the published settings, as soon as the server can be reached. */
async function load(address: string): Promise<WidgetConfig | undefined> {
  for (;;)
    try {
      return await dataOf<WidgetConfig>(send(`${address}widget`, 'GET'))
    } catch (error) {
      console.info(error)
      if ((error as Refusal).code !== 'OFFLINE') return undefined
      await Promise.race([pause(RETRY_MS), happens('online')])
    }
}
