// Edits a chatbot: what was typed survives a reload, and changes can be kept as a draft or published.
import type { ChatBot } from '@polylogue/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { readDraft, useKeptDraft } from '#lib/drafts.ts'
import { useEdit, type Edit } from '#features/items/index.ts'
import { useUserId } from '#features/session/index.ts'
import { useStoredChatbot, useUpdateChatbot, type ChatbotChange } from '../api.ts'
import { useIsDeployed } from './answering-fields.tsx'
import { problemsOf, type FieldProblem } from './sections.ts'
import { changesOf, patched, patchOf, publishedOf, sentOf, valuesOf, type BotValues } from './values.ts'

export type SaveAs = 'draft' | 'published'

export interface Editor {
  edit: Edit<ChatBot, BotValues>
  setValues: (values: BotValues) => void
  /** The paths of what visitors do not see yet. */
  changes: readonly string[]
  problems: readonly FieldProblem[]
  /** Whether a save was refused because of them. */
  tried: boolean
  /** Stores the changes, unless something is wrong: returns what. */
  save: (as: SaveAs, over?: ChatBot) => FieldProblem | undefined
  /** Discards what was typed. */
  discard: () => void
}

export function useEditor(bot: ChatBot, onSaved: (as: SaveAs) => void): Editor {
  const kept = useKept(bot)
  const mode = useRef<SaveAs>('published')
  const [tried, setTried] = useState(false)
  const isDeployed = useIsDeployed()
  const edit = useEdit<ChatBot, BotValues, ChatbotChange>({
    thing: bot,
    id: bot.id,
    valuesOf,
    update: useUpdateChatbot(),
    sent: (values, over) => changeOf(values, over, mode.current),
    stored: useStoredChatbot(),
    onSaved: () => {
      kept.clear()
      setTried(false)
      onSaved(mode.current)
    },
    onClose: () => undefined,
  })
  const restore = useEffectEvent((text: string) => edit.setValues(patched(edit.values, text)))
  useEffect(() => {
    if (kept.first !== '') restore(kept.first)
  }, [kept.first])
  return {
    edit,
    setValues: (values) => {
      edit.setValues(values)
      kept.keep(values, valuesOf(edit.base))
    },
    changes: changesOf(edit.values, publishedOf(edit.base)),
    problems: problemsOf(edit.values, isDeployed),
    tried,
    save: (as, over) => {
      setTried(true)
      const [wrong] = problemsOf(edit.values, isDeployed, as === 'draft')
      if (wrong) return wrong
      mode.current = as
      edit.save(over)
      return undefined
    },
    discard: () => {
      kept.clear()
      setTried(false)
      edit.close()
    },
  }
}

/** What was typed and not saved, in this browser. */
function useKept({ id }: ChatBot) {
  const key = `${useUserId()}.chatbot.${id}`
  const [first] = useState(() => readDraft(key))
  const store = useKeptDraft(key)
  return {
    first,
    keep: (values: BotValues, base: BotValues) => {
      const patch = patchOf(values, base)
      store(Object.keys(patch).length === 0 ? '' : JSON.stringify(patch))
    },
    clear: () => store(''),
  }
}

function changeOf(values: BotValues, over: ChatBot, as: SaveAs): ChatbotChange {
  const { id, modified: ifModified } = over
  const validUntil = values.validUntil === over.validUntil ? {} : { validUntil: values.validUntil }
  const sent = sentOf(values)
  return as === 'draft'
    ? { id, ifModified, ...validUntil, draft: sent }
    : { id, ifModified, ...validUntil, ...sent }
}
