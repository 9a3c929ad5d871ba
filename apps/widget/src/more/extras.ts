// What stands below an answer: its sources, a rating, and a field for an address.
import type { Turn } from '../chat.ts'
import { block, button, h, icon, link, type Part } from '../dom.ts'
import type { More, Piece, Scene } from '../more.ts'
import { renew } from '../renew.ts'
import { statusOf } from './status.ts'
import { saveFile } from './save-file.ts'
import { speakerOf } from './speaker.ts'
import { TEXTS } from './texts.ts'

const THUMB = 'M7 11v9H4v-9zM7 11l4-8a2 2 0 0 1 2 2v4h5a2 2 0 0 1 2 2l-1 7a2 2 0 0 1-2 2H7'

export const extrasOf: More['extrasOf'] = (turn, scene, answer) => {
  const speak = speakerOf(turn, scene, answer)
  const sources = h('div', 'row', { role: 'group', ariaLabel: TEXTS[scene.look.lang].sources })
  const parts = [ratingOf(turn, scene), addressOf(turn, scene)]
  return {
    element: h('div', '', sources, ...parts.map(({ element }) => element)),
    status: () => statusOf(turn, scene),
    update() {
      speak()
      for (const { element } of parts) element.hidden = turn.state === 'answering'
      if (turn.state === 'answering') return
      renew(sources, sourcesOf(turn, scene))
      parts.forEach((part) => part.update())
    },
    cite: (number) => citation(turn, number, sources),
  }
}

/** Sends a rating of an answer, or an address for a better one. */
async function tell(
  { chat }: Scene,
  turn: Turn,
  what: { rating: number } | { contact: string },
): Promise<void> {
  await chat.send(`messages/${turn.id}`, 'PUT', what)
  Object.assign(turn, what)
  chat.onChange()
}

function ratingOf(turn: Turn, scene: Scene): Piece {
  const texts = TEXTS[scene.look.lang]
  const thumbs = [1, -1].map((value) => {
    const rate = (): Promise<void> =>
      tell(scene, turn, { rating: turn.rating === value ? 0 : value }).catch(() => scene.fail(texts.error))
    return button(
      value > 0 ? 'tool' : 'tool down',
      value > 0 ? texts.up : texts.down,
      () => void rate(),
      icon(THUMB),
    )
  })
  const element = h('div', 'row', ...thumbs)
  return {
    element,
    update() {
      element.hidden = turn.state === 'failed' || turn.answer === ''
      thumbs.forEach((thumb, index) => (thumb.ariaPressed = String(turn.rating === 1 - 2 * index)))
    },
  }
}

function addressOf(turn: Turn, scene: Scene): Piece {
  const { look, say, fail } = scene
  const { mail, thanks, error } = TEXTS[look.lang]
  const send = async (): Promise<void> => {
    try {
      await tell(scene, turn, { contact: field.value })
      say(thanks)
      element.replaceChildren(thanks)
    } catch {
      fail(error)
    }
  }
  const field = h('input', '', {
    type: 'email',
    required: true,
    maxLength: 320,
    autocomplete: 'email',
    placeholder: mail,
    ariaLabel: mail,
  })
  const onsubmit = (event: Event): void => {
    event.preventDefault()
    void send()
  }
  const element = h('form', 'row', { onsubmit }, field, h('button', 'plain', 'OK'))
  return {
    element,
    update() {
      element.hidden = !look.contact || !turn.id || !(turn.missed || turn.rating < 0)
    },
  }
}

/** The sources that the answer cites, or all when it cites none. They unfold to their passages. */
function sourcesOf(turn: Turn, { look, chat, fail }: Scene): Node[] {
  const texts = TEXTS[look.lang]
  const cites = (turn.answer.match(/\[[\d, ]{1,60}\]/g) ?? []).join(' ').match(/\d+/g)?.map(Number) ?? []
  const cited = turn.sources.filter(({ number }) => cites.includes(number))
  return (cited.length > 0 ? cited : turn.sources).map(({ number, title, place, quote, uri, opens }) => {
    const name: Part[] = [
      h('span', 'cite', String(number)),
      h('span', 'cut', title),
      h('span', 'note', place ?? ''),
    ]
    const className = `chip n${number}`
    if (!quote && !opens) return Object.assign(link(uri, ...name) ?? h('span', '', ...name), { className })
    const save = (): void => {
      const call = chat
        .send(`messages/${turn.id}/sources/${number}`, 'GET')
        .then((response) => response.blob())
      call.then(
        (file) => saveFile(file, title),
        () => fail(texts.error),
      )
    }
    const summary = h('summary', 'chip', { title: [title, place].filter(Boolean).join(', ') }, ...name)
    const file = opens ? button('plain', '', save, texts.file) : ''
    return h(
      'details',
      `n${number}`,
      summary,
      block('blockquote', '', quote ?? ''),
      link(uri, texts.web) ?? '',
      file,
    )
  })
}

/** A number in the answer, which unfolds its source below. */
function citation({ sources }: Turn, number: number, list: HTMLElement): Node | undefined {
  const source = sources.find((one) => one.number === number)
  const show = (): void => {
    const chip = list.querySelector<HTMLElement>(`.n${number}`)
    chip?.setAttribute('open', '')
    ;(chip?.querySelector('summary') ?? chip)?.focus()
  }
  return source && button('cite', `${number}: ${source.title}`, show, String(number))
}
