import type { Source } from '@polylogue/contract'
import { Suspense, useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Markdown } from '#ui/markdown/index.ts'
import { AnswerTranslation, useAnswerTranslation } from '#features/translate/index.ts'
import { Actions, type AskAgain } from '../message-actions/index.ts'
import { AnswerEnd } from './answer-end.tsx'
import { AnswerHead } from './answer-head.tsx'
import css from '../conversation.module.css'
import { DocumentActions, DocumentNotices } from './document-notices.tsx'
import { EngineNotices } from './engine-notices.tsx'
import { contentOf, GrowingReasoning, GrowingText } from './growing.tsx'
import { LiveLine } from './live-line.tsx'
import { isRunning } from '#features/runs/index.ts'
import { Sources } from './sources.tsx'
import type { TurnPlace, Version } from '../versions/turns.ts'
import { useNow } from './use-now.ts'
import { waitingOf } from './waiting.ts'
import { WaitingLine } from './waiting-line.tsx'

interface AnswerProps {
  version: Version
  place: TurnPlace
  /** The version switch, if there are several versions. */
  flip: ReactNode
  onAgain: AskAgain
  /** Renders only this many pixels of the end of the answer; undefined for all. */
  lowest: number | undefined
}

/** Shows an answer: model, sources, text and actions. */
export function Answer({ version, place, flip, onAgain, lowest }: AnswerProps) {
  const { t } = useTranslation('conversation')
  const { message, run } = version
  const streaming = isRunning(version)
  const [unfolded, setUnfolded] = useState(false)
  const [opened, setOpened] = useState<number | null>(null)
  const { text: soFar, reasoning, sources } = contentOf(version)
  const whole = place.whole === true && streaming
  const text = whole ? '' : soFar
  const now = useNow(run !== undefined && soFar === '')
  const citations = useCitations(sources, setOpened)
  const waiting = run ? waitingOf(run, now) : undefined
  const translation = useAnswerTranslation(streaming ? undefined : message?.id)
  const translated = translation?.state === 'done' && translation.shown ? translation : undefined
  return (
    <article className={css.answer} aria-label={t('answer')}>
      <AnswerHead
        version={version}
        now={now}
        unfolded={unfolded}
        onFold={reasoning === '' ? undefined : () => setUnfolded(!unfolded)}
      />
      {unfolded && reasoning !== '' && <GrowingReasoning version={version} />}
      {sources.length > 0 && <Sources sources={sources} opened={opened} onOpen={setOpened} />}
      <DocumentNotices version={version} />
      {/* Partly rendered text has no `data-text`, so that copying uses the text of the message. */}
      <div
        aria-busy={streaming || undefined}
        className={css.text}
        data-text={lowest === undefined ? '' : undefined}
        lang={translated?.to}
      >
        {translated && <Markdown text={translated.text} citations={citations} lowest={lowest} />}
        {!translated && text !== '' && (
          <GrowingText version={version} streaming={streaming} citations={citations} lowest={lowest} />
        )}
      </div>
      {whole && !waiting && <p className={css.waitHint}>{t('wholeLater')}</p>}
      {waiting && <WaitingLine waiting={waiting} model={modelOf(version)} />}
      <EngineNotices version={version} />
      <DocumentActions version={version} canWrite={place.canWrite} onAgain={onAgain} />
      {translation && message && (
        <Suspense fallback={null}>
          <AnswerTranslation queryId={message.id} text={text} translation={translation} />
        </Suspense>
      )}
      {!streaming && message && <AnswerEnd message={message} canWrite={place.canWrite} onAgain={onAgain} />}
      <Foot version={version} place={place} flip={flip} onAgain={onAgain} />
    </article>
  )
}

function Foot({ version, place, flip, onAgain }: Omit<AnswerProps, 'lowest'>) {
  const { message, run } = version
  if (run) return <LiveLine run={run} place={place} flip={flip} />
  if (!message) return null
  if (isRunning(version)) return <div className={css.live}>{flip}</div>
  return <Actions message={message} canWrite={place.canWrite} flip={flip} onAgain={onAgain} />
}

export const modelOf = ({ message, run }: Version): string =>
  message?.modelName ?? run?.asked?.modelName ?? ''

/** Returns the citation numbers for the text; a click opens the source. */
export function useCitations(sources: readonly Source[], open: (id: number) => void) {
  const numbers = sources.map((source) => source.id).join(' ')
  return useMemo(
    () => (numbers === '' ? undefined : { numbers: numbers.split(' ').map(Number), open }),
    [numbers, open],
  )
}
