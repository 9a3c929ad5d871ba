import type { GoldenPrompt, GoldenSet } from '@polylogue/contract'
import { GOLDEN_LIMITS } from '@polylogue/contract/browser'
import { useLayoutEffect, useRef, useState } from 'react'
import { canWrite } from '#lib/can.ts'
import { useDialogs } from '#lib/dialogs.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useInstalled } from '#features/plugins/index.ts'
import { ENTRY_DIALOGS } from './use-opened-prompt.ts'
import shared from '../goldensets.module.css'
import css from './editor.module.css'
import { EntryDialogs } from './entry-dialogs.tsx'
import { PromptRow } from './prompt-row.tsx'
import { useChangePrompts } from './use-change-prompts.ts'
import { moved } from './values.ts'

/** The prompts of a golden set with their checks; users with write access add, edit, order and delete them. */
export function Prompts({ set }: { set: GoldenSet }) {
  const { t } = useTranslation('goldensets')
  const writes = canWrite(set)
  const { prompts } = set
  return (
    <section className={shared.section} aria-labelledby="golden-prompts">
      <div className={shared.sectionHead}>
        <h2 id="golden-prompts">{t('prompts.title')}</h2>
        {prompts.length > 0 && <span className={`${shared.quiet} num`}>{prompts.length}</span>}
        <span className="sp" />
        {writes && <AddButtons isFull={prompts.length >= GOLDEN_LIMITS.prompts} />}
      </div>
      {prompts.length === 0 ? (
        <EmptyState
          title={t('prompts.emptyTitle')}
          text={writes ? t('prompts.emptyText') : undefined}
          wayOn="beside"
        />
      ) : (
        <Rows set={set} />
      )}
      {writes && <EntryDialogs set={set} />}
    </section>
  )
}

function AddButtons({ isFull }: { isFull: boolean }) {
  const { t } = useTranslation('goldensets')
  const dialogs = useDialogs()
  const hasRepository = useInstalled('prompt-repository')
  if (isFull) return <span className={shared.quiet}>{t('prompts.full', { max: GOLDEN_LIMITS.prompts })}</span>
  return (
    <>
      {hasRepository && (
        <Button icon="books" onClick={() => dialogs.show(ENTRY_DIALOGS.pick)}>
          {t('prompts.fromRepository')}
        </Button>
      )}
      <Button icon="plus" onClick={() => dialogs.show(ENTRY_DIALOGS.create)}>
        {t('prompts.add')}
      </Button>
    </>
  )
}

function Rows({ set }: { set: GoldenSet }) {
  const { t } = useTranslation('goldensets')
  const { prompts } = set
  const { change, isPending } = useChangePrompts(set)
  const writes = canWrite(set)
  const list = useRef<HTMLOListElement>(null)
  // The buttons of the moved prompt are in another row after the change.
  const [focused, setFocused] = useState<{ at: number; direction: 'up' | 'down' }>()
  useLayoutEffect(() => {
    if (!focused) return
    const row = list.current?.children[focused.at]
    row?.querySelector<HTMLElement>(`[data-move="${focused.direction}"]`)?.focus()
  }, [focused])
  const move = (at: number, direction: 'up' | 'down') => {
    const to = direction === 'up' ? at - 1 : at + 1
    if (to < 0 || to >= prompts.length) return
    change(moved(prompts, at, to), () => setFocused({ at: to, direction }))
  }
  return (
    <ol ref={list} className={css.rows} aria-label={t('prompts.title')} aria-busy={isPending || undefined}>
      {prompts.map((prompt: GoldenPrompt, at) => (
        <PromptRow
          key={at}
          prompt={prompt}
          at={at}
          last={at === prompts.length - 1}
          onMove={writes ? (direction) => move(at, direction) : undefined}
        />
      ))}
    </ol>
  )
}
