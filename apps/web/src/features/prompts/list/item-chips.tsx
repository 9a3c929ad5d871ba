import type { SavedPrompt } from '@polylogue/contract'
import { Chip, WindowChip } from '#ui/chip.tsx'
import { useTranslation } from '#lib/texts.ts'
import { findModel, useModels } from '#features/models/index.ts'
import { PLAIN_OUTPUT } from '../plain-output.ts'
import { useOutputName } from '../use-output-name.ts'
import css from './list.module.css'

/** The model, answer format, categories and tags of a prompt. */
export function ItemChips({ prompt }: { prompt: SavedPrompt }) {
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
