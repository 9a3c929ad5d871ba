import type { BlindPair, GoldenRun } from '@polylogue/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { ClampedText } from '#ui/clamped-text.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/dialog.tsx'
import { KeyLabel } from '#ui/key-label.tsx'
import { Markdown } from '#ui/markdown/index.ts'
import { scrollBox } from '#ui/scroll-box.ts'
import { SkeletonLine, EmptyState, LoadFailed, Loading, Problem } from '#ui/states.tsx'
import { usePair, useVote, type Choice } from '../runs-api.ts'
import css from './votes.module.css'

interface VoteDialogProps {
  run: GoldenRun
  opened: boolean
  onClose: () => void
}

/** Votes on pairs of answers; the models are shown after each vote. */
export function VoteDialog({ run, opened, onClose }: VoteDialogProps) {
  const { t } = useTranslation('goldensets')
  return (
    <Dialog opened={opened} title={t('votes.title')} lead={t('votes.lead')} width={1024} onClose={onClose}>
      {opened && <Pairs run={run} onClose={onClose} />}
    </Dialog>
  )
}

function Pairs({ run, onClose }: Omit<VoteDialogProps, 'opened'>) {
  const { t } = useTranslation(['goldensets', 'ui'])
  const errorMessage = useErrorMessage()
  const [number, setNumber] = useState(0)
  const pair = usePair({ id: run.goldensetId, runId: run.id }, number, true)
  if (pair.data)
    return <Pair key={pair.data.voteId} run={run} pair={pair.data} onNext={() => setNumber(number + 1)} />
  return (
    <>
      <DialogBody>
        {pair.isPending && <Skeleton />}
        {pair.isError && (
          <LoadFailed
            title={t('votes.loadFailed')}
            {...errorMessage(pair.error)}
            onRetry={() => void pair.refetch()}
          />
        )}
        {pair.data === null && (
          <EmptyState
            title={t(number === 0 ? 'votes.none' : 'votes.done')}
            text={run.state === 'running' ? t('votes.laterMore') : undefined}
            wayOn="none"
          />
        )}
      </DialogBody>
      <DialogFoot>
        <Button size="large" onClick={onClose} data-autofocus>
          {t('ui:close')}
        </Button>
      </DialogFoot>
    </>
  )
}

interface PairProps {
  run: GoldenRun
  pair: BlindPair
  onNext: () => void
}

const CHOICES: readonly { choice: Choice; key: string }[] = [
  { choice: 'first', key: '1' },
  { choice: 'second', key: '2' },
  { choice: 'tie', key: '3' },
]

function Pair({ run, pair, onNext }: PairProps) {
  const { t } = useTranslation('goldensets')
  const errorMessage = useErrorMessage()
  const vote = useVote()
  const { voteId, title, prompt, left } = pair
  const told = vote.data
  const choose = (choice: Choice) => {
    if (!told && !vote.isPending) vote.mutate({ id: run.goldensetId, runId: run.id, voteId, choice })
  }
  useVoteKeys(choose)
  const nameOf = (id: number | undefined) => {
    const card = run.scorecards.find(({ modelTagId }) => modelTagId === id)
    return card && `${card.modelName} ${card.modelTagName}`
  }
  return (
    <>
      <DialogBody>
        <Question title={title} prompt={prompt} />
        <div className={css.pair}>
          {(['first', 'second'] as const).map((which) => (
            <Side
              key={which}
              name={t(`votes.sides.${which}`)}
              model={nameOf(which === 'first' ? told?.firstModelTagId : told?.secondModelTagId)}
              text={pair[which]}
            />
          ))}
        </div>
        <p role="status" className={css.told}>
          {told &&
            t('votes.told', { first: nameOf(told.firstModelTagId), second: nameOf(told.secondModelTagId) })}
        </p>
        {vote.error && (
          <Problem>{t('votes.failed', { sentence: errorMessage(vote.error).sentence })}</Problem>
        )}
      </DialogBody>
      <DialogFoot hint={t('votes.left', { count: left })}>
        {told ? (
          <Button size="large" kind="fill" autoFocus onClick={onNext}>
            {t('votes.next')}
          </Button>
        ) : (
          CHOICES.map(({ choice, key }) => (
            <Button
              key={choice}
              size="large"
              busy={vote.isPending}
              aria-keyshortcuts={key}
              onClick={() => choose(choice)}
            >
              {t(`votes.choices.${choice}`)} <KeyLabel keys={key} />
            </Button>
          ))
        )}
      </DialogFoot>
    </>
  )
}

/** Takes the focus of the button that led to this pair. */
function Question({ title, prompt }: Pick<BlindPair, 'title' | 'prompt'>) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div>
      <h3 ref={heading} tabIndex={-1} className={css.title}>
        {title}
      </h3>
      <div className={css.prompt}>
        <ClampedText name={title}>{prompt}</ClampedText>
      </div>
    </div>
  )
}

interface SideProps {
  name: string
  /** Told after the vote. */
  model: string | undefined
  text: string
}

function Side({ name, model, text }: SideProps) {
  return (
    <div className={css.side}>
      <div className={css.sideHead}>
        <b>{name}</b>
        <span className="cut" title={model}>
          {model}
        </span>
      </div>
      <div {...scrollBox(name, 'region')} className={css.text} dir="auto">
        <Markdown text={text} />
      </div>
    </div>
  )
}

/** The keys 1, 2 and 3 vote. */
function useVoteKeys(choose: (choice: Choice) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
    const found = CHOICES.find(({ key }) => key === event.key)
    if (found) choose(found.choice)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

const Skeleton = () => (
  <Loading>
    <SkeletonLine width={40} />
    <SkeletonLine width={100} height={200} />
  </Loading>
)
