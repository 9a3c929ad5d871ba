import type { Tab } from '@polylogue/contract'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useNotices } from '../../lib/notices.ts'
import { useTell } from '../../lib/problem.ts'
import { useUpdateTab } from './api.ts'
import { tabId } from './tab-ids.ts'
import css from './tab-row.module.css'

/** A tab's name, changed in its place: Enter and leaving the field save, Escape keeps the old name. */
export function RenameTab({ tab, place, onDone }: { tab: Tab; place: number; onDone: () => void }) {
  const { t } = useTranslation('tabs')
  const tell = useTell()
  const notices = useNotices()
  const update = useUpdateTab(tab.projectId)
  const [name, setName] = useState(tab.name)
  // Escape takes the field away, and that is leaving it.
  const ended = useRef(false)
  const end = () => {
    ended.current = true
    onDone()
  }
  const save = () => {
    if (ended.current) return
    const next = name.trim()
    if (next !== '' && next !== tab.name)
      update.mutate(
        { tab, values: { name: next } },
        {
          onError: (error) =>
            notices.show({ kind: 'failure', title: t('saveFailed'), text: tell(error).sentence }),
        },
      )
    end()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    if (event.key === 'Enter') save()
    else end()
    requestAnimationFrame(() => document.getElementById(tabId(tab.id))?.focus())
  }
  return (
    <input
      className={css.rename}
      style={{ order: place * 2 }}
      aria-label={t('renameField')}
      maxLength={200}
      autoFocus
      size={Math.max(8, Math.min(name.length + 1, 32))}
      onFocus={(event) => event.target.select()}
      value={name}
      onChange={(event) => setName(event.target.value)}
      onKeyDown={onKey}
      onBlur={save}
    />
  )
}
