import type { Tab } from '@polylogue/contract'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { useRename } from '#lib/use-rename.ts'
import { useStoredTab, useUpdateTab } from './api.ts'
import { tabId } from './tab-ids.ts'
import css from './tab-row.module.css'

/** Renames a tab inline: Enter and blur save, Escape cancels. */
export function RenameTab({ tab, place, onDone }: { tab: Tab; place: number; onDone: () => void }) {
  const { t } = useTranslation(['tabs', 'ui'])
  const errorMessage = useErrorMessage()
  const notices = useNotices()
  const { mutateAsync: update } = useUpdateTab(tab.projectId)
  const { mutateAsync: stored } = useStoredTab()
  const { name, setName, leave, onKey } = useRename({
    thing: tab,
    save: (next, base) => update({ tab: base, values: { name: next } }),
    stored: () => stored(tab.id),
    onRenamed: (theirs) =>
      notices.show({
        kind: 'warning',
        sticky: true,
        title: t('ui:renamedMeanwhile', { name: theirs }),
        text: t('ui:renamedMeanwhileText'),
      }),
    onFailed: (error) =>
      notices.show({ kind: 'failure', title: t('saveFailed'), text: errorMessage(error).sentence }),
    onDone: (byKey) => {
      onDone()
      if (byKey) requestAnimationFrame(() => document.getElementById(tabId(tab.id))?.focus())
    },
  })
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
      onBlur={leave}
    />
  )
}
