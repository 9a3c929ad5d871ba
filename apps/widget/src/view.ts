// A widget: its button and its panel with the conversation and the form.
import type { Chat, Turn } from './chat.ts'
import { block, button, h, icon, link, type Part } from './dom.ts'
import type { More, Piece, Scene } from './more.ts'
import type { Look } from './settings.ts'
import type { Kept } from './storage.ts'
import { TEXTS } from './texts.ts'
import { turnView } from './turn-view.ts'

export interface View {
  root: HTMLElement
  /** Opens it; `isWanted`: because the visitor wanted it. */
  open(isWanted?: boolean): void
  close(): void
}

const CHAT =
  'M18 4a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3h-5l-5 3v-3H6a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3zM9.5 9h.01M14.5 9h.01M9.5 13a3.5 3.5 0 0 0 5 0'
const CLOSE = 'M6 9l6 6 6-6'
const SEND = 'M12 19V5M6 11l6-6 6 6'
const STOP = 'M7 7h10v10H7z'
/** Windows that the panel fills. */
const SMALL = '(max-width:480px),(max-height:420px)'
const RENDER_MS = 60
/** Pixels from its end within which the conversation follows what is written. */
const NEAR = 60

/** Creates a widget; its `root` is not in the page yet. `load` loads what an answer needs. */
export function viewOf(look: Look, chat: Chat, kept: Kept, load: () => Promise<More>): View {
  const texts = TEXTS[look.lang]
  const status = h('div', 'sr', { role: 'status' })
  const error = h('p', 'bad', { role: 'alert' }, look.isOpen ? '' : texts.closed)
  const scene: Scene = {
    look,
    chat,
    say: (text) => status.append(h('p', '', text)),
    fail: (text) => (error.textContent = text),
  }
  let timer = 0
  let more: More | undefined
  const ask = (question: string): void => {
    status.textContent = ''
    void chat.ask(question)
    update()
    toEnd(thread.element)
  }
  const thread = threadOf(scene, ask, () => more)
  const form = formOf(scene, kept, error, ask)
  const head = h(
    'header',
    '',
    h('div', '', block('h2', 'cut', look.title), block('p', 'note cut', look.description)),
  )
  const pieces = [thread, form]
  const update = (): void => {
    if (chat.turns[0] && !more)
      load().then((loaded) => {
        if (more) return
        more = loaded
        const tools = more.headOf(scene, thread.element)
        pieces.push(tools)
        head.firstChild?.after(tools.element)
        update()
      }, console.info)
    pieces.forEach((piece) => piece.update())
  }
  chat.onChange = (ended) => {
    timer ||= window.setTimeout(() => {
      timer = 0
      update()
    }, RENDER_MS)
    if (ended) more?.ended(ended, look)
  }
  update()
  const view = frameOf(look, chat, kept, [head, thread.element, form.element, status])
  if (isFixed(look)) head.append(button('tool', texts.close, view.close, icon(CLOSE)))
  return view
}

const isFixed = (look: Look): boolean => look.position !== 'inline' && !look.frame

function threadOf(scene: Scene, ask: (question: string) => void, more: () => More | undefined): Piece {
  const { look, chat } = scene
  const firsts = h(
    'div',
    'row',
    ...look.firstQuestions.map((text) => button('plain', '', () => ask(text), text)),
  )
  const turns = h('div', '')
  const views = new Map<Turn, Piece>()
  const welcome = look.welcomeMessages.map((text) => block('p', '', text))
  const element = h(
    'div',
    'log',
    { tabIndex: 0, role: 'group', ariaLabel: 'Chat' },
    ...welcome,
    firsts,
    turns,
  )
  return {
    element,
    update() {
      const below = element.scrollHeight - element.scrollTop - element.clientHeight
      const shown = chat.turns.map((turn) => {
        const view = views.get(turn) ?? turnView(turn, scene, more)
        views.set(turn, view)
        view.update()
        return view.element
      })
      if (turns.lastChild !== (shown.at(-1) ?? null)) turns.replaceChildren(...shown)
      firsts.hidden = !!shown[0]
      if (below < NEAR) toEnd(element)
    },
  }
}

/** Scrolling is no shift of the page's layout. */
const toEnd = (element: Element): void => void (element.scrollTop = 1e9)

function formOf(
  { look, chat }: Scene,
  kept: Kept,
  error: HTMLElement,
  ask: (question: string) => void,
): Piece {
  const texts = TEXTS[look.lang]
  const field = h('textarea', '', {
    rows: 1,
    placeholder: texts.ask,
    ariaLabel: texts.ask,
    dir: 'auto',
    value: kept('draft'),
  })
  const isLong = (): boolean => field.value.length > look.questionLength
  const submit = (): void => {
    const question = field.value.trim()
    if (chat.running || !question || isLong()) return
    field.value = kept('draft', '')
    ask(question)
  }
  const send = button('send', texts.send, submit, icon(SEND))
  const stop = button(
    'send',
    texts.stop,
    () => {
      field.focus()
      chat.stop()
    },
    icon(STOP),
  )
  const consent = block('p', 'note', link(look.consentUri, look.consent) ?? look.consent)
  const update = (): void => {
    if (!chat.running && stop.matches(':focus')) field.focus()
    stop.hidden = !chat.running
    send.hidden = !!chat.running
    send.disabled = !field.value.trim()
    consent.hidden = !!chat.turns[0]
  }
  field.oninput = () => {
    kept('draft', field.value)
    error.textContent = isLong() ? texts.long.replace('#', `${look.questionLength}`) : ''
    update()
  }
  field.onkeydown = (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    submit()
  }
  const hint = h('p', 'note hint', `${texts.check} \xB7 Polylogue`)
  return {
    element: h('div', 'foot', consent, error, h('div', 'field', field, send, stop), hint),
    update,
  }
}

function frameOf(look: Look, chat: Chat, kept: Kept, children: Part[]): View {
  const { width, height, offsetX, offsetY, zIndex, colors, dark, lang, preview } = look
  const small = matchMedia(SMALL)
  const isSmall = (): boolean => (preview ? preview === 'phone' : small.matches)
  const label = look.buttonText || TEXTS[lang].ask
  const ariaLabel = look.title || label
  const panel = h(isFixed(look) ? 'dialog' : 'div', 'panel', { ariaLabel }, ...children)
  const launch = button('launch', label, () => view.open(true), icon(CHAT), look.collapseToIcon ? '' : label)
  const root = h('section', '', { lang, ariaLabel }, isFixed(look) ? launch : '', panel)
  root.style.cssText = `--w:${width}px;--h:${height}px;--x:${offsetX}px;--y:${offsetY}px;--z:${zIndex};--fill:${colors.primary};--on:${colors.text};color-scheme:${dark === 'auto' ? 'light dark' : dark ? 'dark' : 'light'}`
  const put = (isOpen: boolean): void => {
    const isWhole = isOpen && isFixed(look) && isSmall()
    launch.hidden = isOpen
    root.className = `root ${look.frame || isWhole ? 'whole' : look.position}`
    if (!(panel instanceof HTMLDialogElement)) return
    panel.close()
    // The page behind is inert then, and the focus stays inside.
    if (isWhole && !preview) panel.showModal()
    else panel.open = isOpen
  }
  const view = {
    root,
    open(isWanted?: boolean) {
      // A page that the visitor has come to is not covered.
      if (!isWanted && isSmall() && !preview && isFixed(look)) return
      put(true)
      void chat.load()
      if (!isWanted) return
      kept('open', 'yes')
      // A phone's keyboard would cover the first words.
      panel.querySelector<HTMLElement>(isSmall() ? '.log' : 'textarea')?.focus()
    },
    close() {
      put(!isFixed(look))
      kept('open', 'no')
      launch.focus()
    },
  }
  // The visitor's keys are no shortcuts of the page.
  root.onkeyup =
    root.onkeypress =
    root.onkeydown =
      (event) => {
        event.stopPropagation()
        if (event.type === 'keydown' && event.key === 'Escape' && !event.isComposing) panel.oncancel?.(event)
      }
  // The back button of a phone, too.
  panel.oncancel = (event) => {
    event.preventDefault()
    view.close()
  }
  small.onchange = () => put(!!launch.hidden)
  put(false)
  if (!isFixed(look) || (kept('open') || (look.collapsed ? 'no' : 'yes')) === 'yes') view.open()
  return view
}
