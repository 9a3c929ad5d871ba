import { useState } from 'react'
import { nameOfQuestion } from '@polylogue/contract/browser'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import type { FoundChat } from './formats.ts'
import css from './import-dialog.module.css'

/** So many chats are listed at once: each is a row with a checkbox. */
const LISTED = 500

interface ChatListProps {
  chats: readonly FoundChat[]
  /** Indexes of the selected chats. */
  ticked: ReadonlySet<number>
  onTick: (ticked: Set<number>) => void
}

/** Shows the chats of a file with their checkboxes. */
export function ChatList({ chats, ticked, onTick }: ChatListProps) {
  const { t } = useTranslation('import')
  const format = useFormat()
  const [listed, setListed] = useState(LISTED)
  const more = Math.min(chats.length - listed, LISTED)
  const tick = (index: number, on: boolean) => {
    const next = new Set(ticked)
    if (on) next.add(index)
    else next.delete(index)
    onTick(next)
  }
  return (
    <fieldset className={css.chats}>
      <legend className="sr">{t('chats')}</legend>
      <div className={css.all}>
        <Checkbox
          label={t('found', { count: chats.length })}
          checked={ticked.size === chats.length}
          onChange={(event) => onTick(new Set(event.target.checked ? chats.keys() : []))}
        />
      </div>
      <ul className={css.list}>
        {chats.slice(0, listed).map((chat, index) => (
          <li key={index} className={css.chat}>
            <Checkbox
              label={chat.name || nameOfQuestion(chat.turns[0]?.queryText ?? '') || t('unnamed')}
              checked={ticked.has(index)}
              onChange={(event) => tick(index, event.target.checked)}
            />
            <span className={css.facts}>
              {factsOf(chat, t('turns', { count: chat.turns.length }), format.day)}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Button size="small" onClick={() => setListed(listed + LISTED)}>
          {t('showMore', { count: more })}
        </Button>
      )}
    </fieldset>
  )
}

function factsOf(chat: FoundChat, turns: string, day: (when: string) => string): string {
  const created = chat.created ?? chat.turns[0]?.created
  return [turns, created && day(created)].filter(Boolean).join(' · ')
}
