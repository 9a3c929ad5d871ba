import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/icon-button.tsx'
import { findModel, useModels } from '../models/index.ts'
import { Answer } from './answer.tsx'
import css from './conversation.module.css'
import { ExternalNote } from './external-note.tsx'
import { QuestionView } from './question-view.tsx'
import type { Turn, TurnPlace } from './turns.ts'
import { useAskAgain } from './use-ask-again.ts'

interface TurnViewProps {
  turn: Turn
  place: TurnPlace
  /** The last turn always shows its actions. */
  last: boolean
  /** The first answer of a tab says when it was not made in this house. */
  note: boolean
}

/** A question and its answer, in the version that is chosen: the newest, until one flips back. */
export function TurnView({ turn, place, last, note }: TurnViewProps) {
  const { data: models } = useModels()
  const [chosen, setChosen] = useState<{ index: number; of: number } | null>(null)
  const count = turn.versions.length
  // A new version is shown as it comes.
  const index = chosen && chosen.of === count ? chosen.index : count - 1
  const version = turn.versions[index]
  const again = useAskAgain(place)
  if (!version) return null
  const model = findModel(models, version.message?.modelId ?? version.run?.asked?.modelId ?? 0)
  const flip = count > 1 && (
    <Flip index={index} count={count} onFlip={(next) => setChosen({ index: next, of: count })} />
  )
  return (
    <section className={css.turn} data-last={last || undefined}>
      <QuestionView version={version} onAsk={place.canWrite ? again : undefined} />
      {note && model && !model.isLocal && <ExternalNote provider={model.provider} />}
      <Answer key={version.key} version={version} place={place} flip={flip} onAgain={again} />
    </section>
  )
}

function Flip({ index, count, onFlip }: { index: number; count: number; onFlip: (index: number) => void }) {
  const { t } = useTranslation('conversation')
  return (
    <span className={css.flip} role="group" aria-label={t('versions')}>
      <IconButton
        icon="chevron-left"
        iconSize={14}
        label={t('previousVersion')}
        disabled={index === 0}
        onClick={() => onFlip(index - 1)}
      />
      <span className="num">{t('version', { number: index + 1, count })}</span>
      <IconButton
        icon="chevron-right"
        iconSize={14}
        label={t('nextVersion')}
        disabled={index === count - 1}
        onClick={() => onFlip(index + 1)}
      />
    </span>
  )
}
