import type { SavedPrompt, PromptOptionValues } from '@polylogue/contract'
import { canWrite } from '#lib/can.ts'
import { withoutIsolates } from '#lib/isolated.ts'
import { useTranslation } from '#lib/texts.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { ManageItem } from '#features/sharing/index.ts'
import { useItemDialogs } from '#features/items/index.ts'
import { cutText, SAVED_PROMPT_LIMITS } from '@polylogue/contract/browser'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { offeredModelId, useModels } from '#features/models/index.ts'
import css from './list.module.css'
import { useCopy } from '../prompt-text.tsx'
import { useCreatePrompt } from '../api.ts'
import { useMarkEdited } from '../edited.ts'

/** What the user may do with a prompt: the usual actions as buttons, all of them in the menu. */
export function ItemActions({ prompt }: { prompt: SavedPrompt }) {
  const { t } = useTranslation('prompts')
  const dialogs = useItemDialogs('prompts')
  const copy = useCopy()
  const { id, title: name } = prompt
  return (
    <>
      <IconButton
        icon="player-play"
        label={t('executeNamed', { name })}
        onClick={() => dialogs.show('execute', id)}
      />
      <span className={css.quick}>
        <IconButton icon="copy" label={t('copyNamed', { name })} onClick={() => void copy(prompt.prompt)} />
        {canWrite(prompt) && (
          <IconButton
            icon="pencil"
            label={t('editNamed', { name })}
            onClick={() => dialogs.show('edit', id)}
          />
        )}
      </span>
      <ItemMenu prompt={prompt} onCopy={() => void copy(prompt.prompt)} />
    </>
  )
}

function ItemMenu({ prompt, onCopy }: { prompt: SavedPrompt; onCopy: () => void }) {
  const { t } = useTranslation('prompts')
  const dialogs = useItemDialogs('prompts')
  const duplicate = useDuplicate()
  const show = (dialog: string) => dialogs.show(dialog, prompt.id)
  return (
    <Menu
      position="bottom-end"
      target={<IconButton icon="dots" label={t('actionsFor', { name: prompt.title })} />}
    >
      <MenuItem icon="player-play" onSelect={() => show('execute')}>
        {t('execute')}
      </MenuItem>
      <MenuItem icon="copy" onSelect={onCopy}>
        {t('copy')}
      </MenuItem>
      <ManageItem noun="prompts" item={{ ...prompt, ownerId: prompt.creator.id }}>
        <MenuItem icon="copy-plus" onSelect={() => duplicate(prompt)}>
          {t('duplicate')}
        </MenuItem>
        <MenuItem icon="history" onSelect={() => show('versions')}>
          {t('versions')}
        </MenuItem>
      </ManageItem>
    </Menu>
  )
}

/** Room for the words that a copy's title has in addition. */
const SUFFIX = 20

/** Duplicates a prompt: the copy belongs to the user and is not shared. */
function useDuplicate(): (prompt: SavedPrompt) => void {
  const { t } = useTranslation('prompts')
  const notices = useNotices()
  const markEdited = useMarkEdited()
  const errorMessage = useErrorMessage()
  const create = useCreatePrompt()
  const { data: models } = useModels()
  return (prompt) => {
    const title = cutText(prompt.title, SAVED_PROMPT_LIMITS.title - SUFFIX)
    const copy = {
      title: withoutIsolates(t('copyOf', { title })),
      comment: prompt.comment,
      prompt: prompt.prompt,
      promptOptions: prompt.options as PromptOptionValues,
      outputFormId: prompt.promptOutput.id,
      modelId: offeredModelId(models, prompt.model.id),
      categories: prompt.categories.map(({ id }) => id),
      tags: prompt.tags.map(({ id }) => id),
    }
    create.mutate(copy, {
      onSuccess: ({ id, title: name }) => {
        markEdited(id)
        notices.show({ kind: 'done', title: t('duplicated', { name }) })
      },
      onError: (error) =>
        notices.show({
          kind: 'failure',
          title: t('cannotDuplicate'),
          text: errorMessage(error).sentence,
        }),
    })
  }
}
