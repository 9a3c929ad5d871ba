// Shows one question with its answer, and keeps what is shown up to date.
import type { Turn } from './chat.ts'
import { block, button, h } from './dom.ts'
import { markdown } from './markdown.ts'
import type { Extras, More, Piece, Scene } from './more.ts'
import { renew } from './renew.ts'
import { TEXTS } from './texts.ts'

/** `more` is what is loaded later. */
export function turnView(turn: Turn, scene: Scene, more: () => More | undefined): Piece {
  const { look, chat } = scene
  const texts = TEXTS[look.lang]
  const answer = h('div', 'answer')
  const line = h('p', 'note')
  const retry = button('plain', '', () => chat.run(turn), texts.retry)
  const question = block('div', 'question', h('span', 'sr', `${texts.you}: `), turn.question)
  const element = h('div', '', question, answer, line, retry)
  let extras: Extras | undefined
  const update = (): void => {
    if (!extras && (extras = more()?.extrasOf(turn, scene, answer))) element.append(extras.element)
    const open = turn.state === 'answering'
    const isFailed = turn.state === 'failed'
    const text = open && !look.stream ? '' : turn.answer
    renew(
      answer,
      markdown(text, open, (number) => (look.sources === 'none' ? new Text() : extras?.cite(number))),
    )
    line.className = isFailed ? 'bad' : 'note'
    line.textContent = extras?.status() || (isFailed ? texts.offline : open && !text ? texts.wait : '')
    retry.hidden = !isFailed || !!chat.running
    extras?.update()
  }
  return { element, update }
}
