import type { GoldenPrompt } from '@polylogue/contract'
import { useDialogsOf } from '#lib/dialogs.ts'
import { useTranslation } from '#lib/texts.ts'
import { Chip, LinkChip } from '#ui/chip.tsx'
import { ClampedText } from '#ui/clamped-text.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useInstalled } from '#features/plugins/index.ts'
import { ENTRY, ENTRY_DIALOGS } from './use-opened-prompt.ts'
import css from './editor.module.css'
import { useCheckWords } from './use-check-words.ts'

interface PromptRowProps {
  prompt: GoldenPrompt
  at: number
  last: boolean
  /** Undefined if the user cannot change the set. */
  onMove: ((direction: 'up' | 'down') => void) | undefined
}

/** A prompt of a golden set: title, text and checks. */
export function PromptRow({ prompt, at, last, onMove }: PromptRowProps) {
  const { t } = useTranslation('goldensets')
  const checkWords = useCheckWords()
  const hasRepository = useInstalled('prompt-repository')
  const { title, prompt: text, checks, promptId } = prompt
  return (
    <li className={css.row}>
      <div className={css.rowHead}>
        <h3 className="cut" dir="auto" title={title}>
          {title}
        </h3>
        {onMove && <Actions title={title} at={at} last={last} onMove={onMove} />}
      </div>
      <div className={css.text}>
        <ClampedText name={title}>{text}</ClampedText>
      </div>
      <div className={css.chips}>
        {promptId !== 0 && hasRepository && (
          <LinkChip to={`/prompts/${promptId}`}>{t('prompts.saved')}</LinkChip>
        )}
        {checks.map((check, index) => (
          <Chip key={index}>
            <span className="cut">{checkWords(check)}</span>
          </Chip>
        ))}
        {checks.length === 0 && <Chip kind="line">{t('checks.none')}</Chip>}
      </div>
    </li>
  )
}

interface ActionsProps {
  title: string
  at: number
  last: boolean
  onMove: (direction: 'up' | 'down') => void
}

function Actions({ title: name, at, last, onMove }: ActionsProps) {
  const { t } = useTranslation('goldensets')
  const dialogs = useDialogsOf(ENTRY)
  return (
    <span className={css.actions}>
      <IconButton
        icon="arrow-up"
        label={t('prompts.up', { name })}
        data-move="up"
        aria-disabled={at === 0 || undefined}
        onClick={() => onMove('up')}
      />
      <IconButton
        icon="arrow-down"
        label={t('prompts.down', { name })}
        data-move="down"
        aria-disabled={last || undefined}
        onClick={() => onMove('down')}
      />
      <IconButton
        icon="pencil"
        label={t('prompts.editNamed', { name })}
        onClick={() => dialogs.show(ENTRY_DIALOGS.edit, at + 1)}
      />
      <IconButton
        icon="trash"
        label={t('prompts.deleteNamed', { name })}
        onClick={() => dialogs.show(ENTRY_DIALOGS.remove, at + 1)}
      />
    </span>
  )
}
