import type { SavedPrompt } from '@polylogue/contract'
import type { QueryKey } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { ClampedText } from '#ui/clamped-text.tsx'
import { ItemRow } from '#features/items/index.ts'
import { SharingFact } from '#features/sharing/index.ts'
import { fullName, useUser } from '#features/users/index.ts'
import { Chip, WindowChip } from '#ui/chip.tsx'
import { findModel, useModels } from '#features/models/index.ts'
import { useIsEdited } from '../edited.ts'
import { PromptText } from '../prompt-text.tsx'
import { ItemActions } from './item-actions.tsx'
import css from './list.module.css'
import { useLikePrompt } from './use-like.ts'
import { PLAIN_OUTPUT } from '../plain-output.ts'
import { useOutputName } from '../use-output-name.ts'

interface PromptItemProps {
  prompt: SavedPrompt
  heading: 'h2' | 'h3'
  /** The query that has the prompt; a like changes it at once. */
  listKey: QueryKey
  /** The address names it. */
  named?: boolean
}

/** A saved prompt in the list. */
export function PromptItem({ prompt, heading, listKey, named = false }: PromptItemProps) {
  const { title, comment, prompt: text } = prompt
  const edited = useIsEdited(prompt.id)
  const marked = useMemo(() => <PromptText text={text} />, [text])
  return (
    <ItemRow
      name={title}
      path={`/prompts/${prompt.id}`}
      heading={heading}
      named={named}
      edited={edited}
      actions={<ItemActions prompt={prompt} />}
      facts={<Metadata prompt={prompt} listKey={listKey} />}
    >
      <div className={css.content}>
        <ClampedText name={title}>{marked}</ClampedText>
      </div>
      {comment && (
        <p dir="auto" className={css.comment}>
          {comment}
        </p>
      )}
      <ItemChips prompt={prompt} />
    </ItemRow>
  )
}

function Metadata({ prompt, listKey }: Pick<PromptItemProps, 'prompt' | 'listKey'>) {
  const { t } = useTranslation('prompts')
  const { usageCount, ratings, creator, assocContexts, waitsForApproval } = prompt
  return (
    <>
      <ChangedBy prompt={prompt} />
      <Suspense fallback={null}>
        <SharingFact item={{ ownerId: creator.id, assocContexts, waitsForApproval }} />
      </Suspense>
      {usageCount > 0 && <span>{t('used', { count: usageCount })}</span>}
      {ratings.up + ratings.down > 0 && <span>{t('rated', { up: ratings.up, down: ratings.down })}</span>}
      <LastChecked prompt={prompt} />
      <Like prompt={prompt} listKey={listKey} />
    </>
  )
}

/** Renders nothing while the user is not known, or is hidden from the reader. */
function ChangedBy({ prompt: { changedBy } }: { prompt: SavedPrompt }) {
  const { t } = useTranslation('prompts')
  const { data: user } = useUser(changedBy.id)
  return user ? <span>{t('changedBy', { name: fullName(user) })}</span> : null
}

/** The newest result in a golden set. */
function LastChecked({ prompt: { lastChecked } }: { prompt: SavedPrompt }) {
  const { t } = useTranslation('prompts')
  const format = useFormat()
  if (!lastChecked) return null
  const { modelName, modelTagName, at, passed } = lastChecked
  const model = `${modelName}:${modelTagName}`
  return <span>{t(passed ? 'checkedWith' : 'checkedWithout', { model, date: format.day(at) })}</span>
}

function Like({ prompt: { id, title, likes, liked }, listKey }: Pick<PromptItemProps, 'prompt' | 'listKey'>) {
  const { t } = useTranslation('prompts')
  const like = useLikePrompt(listKey)
  return (
    <Button
      kind="quiet"
      size="small"
      icon={liked ? 'thumb-up-filled' : 'thumb-up'}
      className={css.like ?? ''}
      aria-pressed={liked}
      aria-label={t('like', { name: title, count: likes })}
      onClick={() => like.mutate({ id, liked: !liked })}
    >
      {likes}
    </Button>
  )
}

/** The model, answer format, categories and tags of a prompt. */
function ItemChips({ prompt }: { prompt: SavedPrompt }) {
  const { t } = useTranslation('prompts')
  const outputName = useOutputName()
  const { data: models } = useModels()
  const { model, promptOutput, categories, tags } = prompt
  const isOffered = findModel(models, model.id) !== undefined
  return (
    <div className={css.chips}>
      {model.id !== 0 &&
        (isOffered ? (
          <WindowChip to={`/help/models/${model.id}`} label={t('aboutModel', { name: model.name })}>
            {model.name}
          </WindowChip>
        ) : (
          <Chip kind="warn">{t('modelGone', { name: model.name })}</Chip>
        ))}
      {promptOutput.id !== PLAIN_OUTPUT.id && <Chip kind="line">{outputName(promptOutput)}</Chip>}
      {categories.map(({ id, name }) => (
        <Chip key={id}>{name}</Chip>
      ))}
      {tags.map(({ id, name }) => (
        <Chip key={`tag-${id}`}>#{name}</Chip>
      ))}
    </div>
  )
}
