import type { SavedPrompt } from '@polylogue/contract'
import { cutText, placeholdersOf } from '@polylogue/contract/browser'
import { useState } from 'react'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { useSettled } from '#lib/use-settled.ts'
import { Dialog, DialogBody } from '#ui/dialog.tsx'
import { Pager } from '#ui/pager.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { SkeletonLine, LoadFailed, Loading } from '#ui/states.tsx'
import { useFoundPrompts } from '../api.ts'
import { InsertDialog } from '../execute/insert-dialog.tsx'
import { useReady } from '../execute/use-ready.ts'
import { EVERYTHING, PAGE_SIZE } from '../search.ts'
import css from './pick.module.css'

/** A saved prompt with its placeholders filled in. */
export interface PickedPrompt {
  promptId: number
  title: string
  text: string
}

interface PickPromptDialogProps {
  opened: boolean
  onPick: (picked: PickedPrompt) => void
  onClose: () => void
}

/** Chooses a saved prompt; one with placeholders is filled in first. */
export function PickPromptDialog({ opened, onPick, onClose }: PickPromptDialogProps) {
  const { t } = useTranslation('prompts')
  const readyOf = useReady()
  const [filling, setFilling] = useState<SavedPrompt>()
  const choose = (prompt: SavedPrompt) => {
    const { fill } = readyOf(prompt)
    const isFixed = placeholdersOf(prompt.prompt).length === 0
    if (isFixed && fill) onPick({ promptId: prompt.id, title: prompt.title, text: fill() })
    else setFilling(prompt)
  }
  const isFilling = opened && filling !== undefined
  const close = () => {
    setFilling(undefined)
    onClose()
  }
  return (
    <>
      <Dialog
        opened={opened && !isFilling}
        title={t('pickTitle')}
        lead={t('pickLead')}
        width={760}
        onClose={close}
      >
        <DialogBody>
          <Choices onChoose={choose} />
        </DialogBody>
      </Dialog>
      {filling && (
        <InsertDialog
          key={filling.id}
          prompt={filling}
          opened={isFilling}
          words={{ title: t('fillTitle', { name: filling.title }), lead: t('fillLead'), verb: t('fillDone') }}
          onInsert={(text) => {
            setFilling(undefined)
            onPick({ promptId: filling.id, title: filling.title, text })
          }}
          onClose={() => setFilling(undefined)}
        />
      )}
    </>
  )
}

function Choices({ onChoose }: { onChoose: (prompt: SavedPrompt) => void }) {
  const { t } = useTranslation('prompts')
  const errorMessage = useErrorMessage()
  const [text, setText] = useState('')
  const [page, setPage] = useState(1)
  const found = useFoundPrompts({ ...EVERYTHING, text: useSettled(text), page })
  const { data } = found
  return (
    <div className={css.pick}>
      <SearchField
        label={t('search')}
        value={text}
        data-autofocus
        onChange={(event) => {
          setText(event.target.value)
          setPage(1)
        }}
      />
      {found.isPending && <Skeleton />}
      {found.isError && (
        <LoadFailed
          title={t('loadFailed')}
          {...errorMessage(found.error)}
          onRetry={() => void found.refetch()}
        />
      )}
      {data?.total === 0 && (
        <p className={css.none} role="status">
          {text.trim() === '' ? t('emptyTitle') : t('noMatch', { text: text.trim() })}
        </p>
      )}
      {data && data.total > 0 && <List prompts={data.prompts} onChoose={onChoose} />}
      {data && data.total > PAGE_SIZE && (
        <Pager label={t('pages')} page={page} pageSize={PAGE_SIZE} total={data.total} onPage={setPage} />
      )}
    </div>
  )
}

interface ListProps {
  prompts: readonly SavedPrompt[]
  onChoose: (prompt: SavedPrompt) => void
}

function List({ prompts, onChoose }: ListProps) {
  const { t } = useTranslation('prompts')
  return (
    <ul aria-label={t('title')}>
      {prompts.map((prompt) => (
        <li key={prompt.id} className={css.row}>
          <button type="button" onClick={() => onChoose(prompt)}>
            <b className="cut" dir="auto">
              {prompt.title}
            </b>
            <span className="cut" dir="auto">
              {cutText(prompt.prompt, 200)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

const Skeleton = () => (
  <Loading>
    <div className={css.bones}>
      <SkeletonLine width={72} />
      <SkeletonLine width={90} />
      <SkeletonLine width={60} />
    </div>
  </Loading>
)
