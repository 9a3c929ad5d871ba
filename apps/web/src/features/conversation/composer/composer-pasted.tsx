// Large pastes next to the field: expand into the field, turn into a file, or remove.
import { cutText } from '@polylogue/contract/browser'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { linesOf, type Pasted } from './composer-words.ts'
import css from '../files/files.module.css'
import type { Files } from '../files/index.ts'
import type { ComposerText } from './use-words.ts'

export function PastedTexts({ words, files }: { words: ComposerText; files: Files }) {
  const { t } = useTranslation('conversation')
  const attach = (pasted: Pasted) => {
    const name = `${t('pastedFile')}.txt`
    const accepted = files.add([new File([pasted.text], name, { type: 'text/plain' })])
    if (accepted === 1) words.removePasted(pasted.id)
  }
  return (
    <ul className={css.pasted} aria-label={t('pastedTexts')}>
      {words.pasted.map((pasted) => (
        <PastedText
          key={pasted.id}
          pasted={pasted}
          onAttach={() => attach(pasted)}
          onUnfold={() => words.unfold(pasted.id)}
          onRemove={() => words.removePasted(pasted.id)}
        />
      ))}
    </ul>
  )
}

interface PastedTextProps {
  pasted: Pasted
  onAttach: () => void
  /** Moves the paste into the field for editing. */
  onUnfold: () => void
  onRemove: () => void
}

function PastedText({ pasted, onAttach, onUnfold, onRemove }: PastedTextProps) {
  const { t } = useTranslation('conversation')
  const format = useFormat()
  const lines = linesOf(pasted.text)
  const beginning = cutText(pasted.text, 200).trim().split('\n', 1)[0]
  return (
    <li className={css.paste}>
      <Icon name="file-text" />
      <span className={css.name}>
        <b className="cut">{beginning}</b>
        <span className={css.size}>
          {t('pastedSize', {
            count: lines,
            lines: format.number(lines),
            characters: format.number(pasted.text.length),
          })}
        </span>
      </span>
      <Button size="small" onClick={onAttach}>
        {t('attachPasted')}
      </Button>
      <IconButton icon="pencil" label={t('unfoldPasted')} onClick={onUnfold} />
      <IconButton
        icon="x"
        iconSize={14}
        className={css.remove}
        label={t('removePasted')}
        onClick={onRemove}
      />
    </li>
  )
}
