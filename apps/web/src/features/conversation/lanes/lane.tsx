import { Suspense, useState, type ReactNode } from 'react'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Markdown } from '#ui/markdown/index.ts'
import {
  AnswerTranslation,
  useAnswerTranslation,
  useSetTranslation,
  useShownTranslation,
  useCanTranslate,
} from '#features/translate/index.ts'
import { CopyAnswer, Figures, Rating, useAskAgain } from '../message-actions/index.ts'
import { AnswerEnd } from '../answer/answer-end.tsx'
import { contentOf, GrowingReasoning, GrowingText } from '../answer/growing.tsx'
import { DocumentActions, DocumentNotices } from '../answer/document-notices.tsx'
import { LiveLine } from '../answer/live-line.tsx'
import { modelOf, useCitations } from '../answer/answer.tsx'
import { Sources } from '../answer/sources.tsx'
import { useNow } from '../answer/use-now.ts'
import { WaitingLine } from '../answer/waiting-line.tsx'
import { waitingOf } from '../answer/waiting.ts'
import css from './lane.module.css'
import type { LaneAnswer } from './lane-state.ts'
import { useIsInstalled } from '#features/plugins/index.ts'
import type { Run } from '#features/runs/index.ts'
import type { TurnPlace, Version } from '../versions/turns.ts'
import { useRunStore } from '../messages/index.ts'

interface LaneProps {
  answer: LaneAnswer
  place: TurnPlace
}

/** Shows reasoning, sources, text and end of an answer. `whole`: shows the text only when it is complete. */
export function LaneText({ answer: { version, live }, place, whole }: LaneProps & { whole: boolean }) {
  const { t } = useTranslation('conversation')
  const { message, run } = version
  const [opened, setOpened] = useState<number | null>(null)
  const content = contentOf(version)
  const now = useNow(run !== undefined && content.text === '')
  const text = whole && live ? '' : content.text
  const citations = useCitations(content.sources, setOpened)
  const waiting = run ? waitingOf(run, now) : undefined
  const again = useAskAgain(place)
  const translation = useAnswerTranslation(live ? undefined : message?.id)
  const translated = translation?.state === 'done' && translation.shown ? translation : undefined
  return (
    <article aria-label={t('answer')} className={css.answer}>
      {content.reasoning !== '' && <Thoughts version={version} />}
      {content.sources.length > 0 && <Sources sources={content.sources} opened={opened} onOpen={setOpened} />}
      <DocumentNotices version={version} />
      <div aria-busy={live || undefined} className={css.text} lang={translated?.to}>
        {translated && <Markdown text={translated.text} citations={citations} />}
        {!translated && text !== '' && (
          <GrowingText version={version} streaming={live} citations={citations} />
        )}
      </div>
      <DocumentActions version={version} canWrite={place.canWrite} onAgain={again} />
      {waiting && <WaitingLine waiting={waiting} model={modelOf(version)} />}
      {whole && live && !waiting && <p className={css.whole}>{t('wholeLater')}</p>}
      {translation && message && (
        <Suspense fallback={null}>
          <AnswerTranslation queryId={message.id} text={text} translation={translation} />
        </Suspense>
      )}
      {!live && message && <AnswerEnd message={message} canWrite={place.canWrite} onAgain={again} />}
    </article>
  )
}

function Thoughts({ version }: { version: Version }) {
  const { t } = useTranslation('conversation')
  const [unfolded, setUnfolded] = useState(false)
  return (
    <>
      <button
        type="button"
        className={css.step}
        aria-expanded={unfolded}
        onClick={() => setUnfolded(!unfolded)}
      >
        <Icon name="chevron-right" size={14} />
        {t('reasoning')}
      </button>
      {unfolded && <GrowingReasoning version={version} />}
    </>
  )
}

/** Shows actions and figures of an answer; while it is running, its speed and Stop. */
export function LaneFoot({ answer: { version }, place, children }: LaneProps & { children?: ReactNode }) {
  const { t } = useTranslation('conversation')
  const { message, run } = version
  const canTranslate = useCanTranslate()
  const isInstalled = useIsInstalled()
  const translated = useShownTranslation(message?.id ?? 0)?.text
  const setTranslation = useSetTranslation()
  if (run)
    return (
      <div className={css.foot} data-keep-clear>
        <LiveLine run={run} place={place} flip={null} />
        {place.canWrite && message?.can.stop !== false && run.lost === undefined && <Stop run={run} />}
      </div>
    )
  if (!message) return <div className={css.foot}>{children}</div>
  const said = message.responseText !== ''
  return (
    <div className={css.foot}>
      <div className={css.buttons} role="toolbar" aria-label={t('answerActions')}>
        {said && isInstalled('copy-response') && <CopyAnswer text={translated ?? message.responseText} />}
        {said && message.can.rate && isInstalled('rate-message') && <Rating message={message} />}
        {said && canTranslate && (
          <IconButton
            icon="language"
            label={t('translateAnswer')}
            onClick={() => setTranslation(message.id, { state: 'wanted' })}
          />
        )}
        {children}
      </div>
      {isInstalled('prompt-stats') && <Figures message={message} />}
    </div>
  )
}

function Stop({ run }: { run: Run }) {
  const { t } = useTranslation('conversation')
  const store = useRunStore()
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  const stop = async () => {
    try {
      await store.stop(run.key)
    } catch (error) {
      notices.show({ kind: 'failure', title: t('notStopped'), text: errorMessage(error).sentence })
    }
  }
  return (
    <Button size="small" busy={run.stopping} onClick={() => void stop()}>
      {t('stop')}
    </Button>
  )
}
