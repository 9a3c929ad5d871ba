// The buttons of the head: download, and starting over.
import { block, button, h, icon } from '../dom.ts'
import type { Refusal } from '../calls.ts'
import type { Piece, Scene } from '../more.ts'
import { saveFile } from './save-file.ts'
import { TEXTS } from './texts.ts'

const SAVE = 'M12 4v11M8 11l4 4 4-4M4 19h16'
const CLEAR = 'M20 11A8.1 8.1 0 0 0 4.5 9M4 5v4h4M4 13a8.1 8.1 0 0 0 15.5 2M20 19v-4h-4'

export function headOf({ look, chat, fail }: Scene, log: HTMLElement): Piece {
  const texts = TEXTS[look.lang]
  const save = button(
    'tool',
    texts.save,
    () => saveFile(log.innerText, `${look.title || 'Chat'}.txt`),
    icon(SAVE),
  )
  /** Deletes the conversation, here and on the server. */
  const clear = async (): Promise<void> => {
    try {
      await chat.send('messages', 'DELETE')
    } catch (error) {
      // A session that has ended has nothing to delete.
      if ((error as Refusal).code !== 'TOKEN_INVALID') return fail(texts.error)
    }
    chat.forget()
    log.focus()
  }
  const sure = button('plain', '', () => void clear(), texts.erase)
  const menu = h(
    'details',
    'menu',
    h('summary', 'tool', { title: texts.clear }, icon(CLEAR)),
    block('div', '', sure),
  )
  menu.addEventListener('focusout', ({ relatedTarget }) => {
    menu.open &&= menu.contains(relatedTarget as Node | null)
  })
  return {
    element: h('div', 'row', save, menu),
    update() {
      const isEmpty = chat.turns.length === 0
      save.hidden = isEmpty || !look.downloadable
      menu.hidden = isEmpty || !look.clearable
      menu.open &&= !isEmpty
    },
  }
}
