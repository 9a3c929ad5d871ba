import type { Project, Tab } from '@polylogue/contract'
import { use, useMemo, useCallback, useLayoutEffect, useRef } from 'react'
import { useConfig } from '#lib/config.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { useWhole } from '#lib/whole-answers.ts'
import { Icon } from '#ui/icon.tsx'
import { SkeletonLine, EmptyState, LoadFailed, Loading } from '#ui/states.tsx'
import { scrollBox } from '#ui/scroll-box.ts'
import { FirstSteps } from '#features/first-steps/index.ts'
import { Proposals } from '#features/proposals/index.tsx'
import { Awaited, findModel, firstChoice, GUIDE, useModels } from '#features/models/index.ts'
import { useUserId } from '#features/session/index.ts'
import { type useMessages, useOlderMessages } from '../messages/index.ts'
import { type Bottom, useAway, useOlder } from '../scroll/bottom.ts'
import { useLinkedMessage } from '../scroll/use-linked-message.ts'
import css from '../conversation.module.css'
import { FillerContext } from '../composer/filler.ts'
import {
  MessageDialogs,
  MessageToolsContext,
  useAskAgain,
  useMessageTools,
} from '../message-actions/index.ts'
import { PrintHead } from '../print/print-head.tsx'
import { TurnView } from './turn-view.tsx'
import type { Turn } from '../versions/turns.ts'
import type { RenderedTurns } from './use-rendered-turns.ts'

interface ThreadProps {
  project: Project
  tab: Tab
  canWrite: boolean
  messages: ReturnType<typeof useMessages>
  drawn: RenderedTurns
  bottom: Bottom
}

/** Shows the turns of a tab, newest last; loads older messages on scrolling up. */
export function Thread({ project, tab, canWrite, messages, drawn, bottom }: ThreadProps) {
  const { t } = useTranslation('conversation')
  const { all: turns, part, whole, lowest } = drawn
  const { box, content } = bottom
  const [complete] = useWhole(useUserId(), `tab-${tab.id}`)
  const place = useMemo(
    () => ({ project, tab, canWrite, whole: complete }),
    [project, tab, canWrite, complete],
  )
  const again = useStable(useAskAgain(place))
  const { linked, onShown } = useLinkedMessage(tab.id, messages.data !== undefined, bottom)
  const { tools, opened, close } = useMessageTools(project, onShown)
  const provider = useFirstProvider(turns)
  return (
    <div className={css.outer}>
      <div ref={box} className={css.scroll} {...scrollBox(t('conversation'), 'region')}>
        <div ref={content} className={css.thread}>
          {turns.length > 0 && <PrintHead project={project} tab={tab} turns={turns} />}
          {turns.length > 0 && (
            <Older
              key={`${messages.data?.nextCursor} ${part.length}`}
              tabId={tab.id}
              more={typeof messages.data?.nextCursor === 'string'}
              drawn={drawn}
              bottom={bottom}
            />
          )}
          <MessageToolsContext value={tools}>
            {part.map((turn, index) => (
              <TurnView
                key={turn.key}
                turn={turn}
                place={place}
                last={index === part.length - 1}
                note={index === 0 && whole && messages.data?.nextCursor === null ? provider : undefined}
                linked={turn.versions.some(({ message }) => message?.id === linked) ? linked : undefined}
                onAgain={again}
                lowest={index === 0 ? lowest : undefined}
              />
            ))}
          </MessageToolsContext>
          {turns.length === 0 && (
            <NoTurns tab={tab} canWrite={canWrite} messages={messages} onShown={bottom.letGo} />
          )}
        </div>
      </div>
      {turns.length > 0 && <ToNewest bottom={bottom} />}
      <MessageDialogs opened={opened} place={place} turns={turns} onClose={close} />
    </div>
  )
}

interface NoTurnsProps extends Pick<ThreadProps, 'tab' | 'canWrite' | 'messages'> {
  onShown: () => void
}

/** Shown without messages: for an empty tab, while loading, and after an error. */
function NoTurns({ tab, canWrite, messages, onShown }: NoTurnsProps) {
  const { t } = useTranslation('conversation')
  const errorMessage = useErrorMessage()
  if (messages.data !== undefined)
    return (
      // First steps are read from the top, so the view must not scroll to the end.
      <FirstSteps tab={tab} onShown={onShown}>
        <Nothing tab={tab} canWrite={canWrite} />
      </FirstSteps>
    )
  if (!messages.isError) return <Skeleton />
  return (
    <LoadFailed
      title={t('loadFailed')}
      {...errorMessage(messages.error)}
      onRetry={() => void messages.refetch()}
    />
  )
}

function ToNewest({ bottom }: { bottom: Bottom }) {
  const { t } = useTranslation('conversation')
  if (!useAway(bottom)) return null
  return (
    <button type="button" className={css.newest} onClick={bottom.jump}>
      <Icon name="arrow-down" />
      {t('jump')}
    </button>
  )
}

/** Returns the provider of the first answer, if it is external. */
function useFirstProvider(turns: readonly Turn[]): string | undefined {
  const { data: models } = useModels()
  const first = turns[0]?.versions.at(-1)
  const model = findModel(models, first?.message?.modelId ?? first?.run?.asked?.modelId ?? 0)
  return model && !model.isLocal ? model.provider : undefined
}

interface OlderProps {
  tabId: number
  more: boolean
  drawn: RenderedTurns
  bottom: Bottom
}

// Each loaded page restarts the observer, so that the position of the mark is checked again.
function Older({ tabId, more, drawn, bottom }: OlderProps) {
  const { t } = useTranslation('conversation')
  const older = useOlderMessages(tabId)
  const mark = useOlder(
    bottom,
    !drawn.whole || (more && !older.loading && !older.failed),
    drawn.whole ? older.load : drawn.more,
  )
  if (!more && drawn.whole) return null
  return (
    <div ref={mark} className={css.older}>
      {older.failed ? (
        <button type="button" onClick={older.load}>
          {t('olderFailed')}
        </button>
      ) : (
        <span>{t('older')}</span>
      )}
    </div>
  )
}

function Nothing({ tab, canWrite }: { tab: Tab; canWrite: boolean }) {
  const { t } = useTranslation('conversation')
  const { data: models } = useModels()
  const filler = use(FillerContext)
  const config = useConfig()
  const model = findModel(models, tab.defaultModelId)
  const text =
    model?.id === GUIDE.modelId
      ? t('emptyTextGuide', { app: config.appName })
      : model && t('emptyText', { model: model.name })
  if (!canWrite) return <EmptyState title={t('emptyTitle')} text={t('emptyReadOnly')} wayOn="none" />
  return (
    <>
      <EmptyState title={t('emptyTitle')} text={text}>
        {models && firstChoice(models).modelId === GUIDE.modelId && <Awaited />}
      </EmptyState>
      {filler && <Proposals onChoose={filler.fill} />}
    </>
  )
}

function Skeleton() {
  return (
    <Loading>
      <div className={css.skeleton}>
        <span className={css.skeletonAsk} />
        <SkeletonLine width={22} />
        <SkeletonLine width={94} />
        <SkeletonLine width={88} />
        <SkeletonLine width={61} />
      </div>
    </Loading>
  )
}

/** Returns a function with a stable identity that calls the newest one. For event handlers only. */
function useStable<Args extends unknown[], Result>(
  act: (...args: Args) => Result,
): (...args: Args) => Result {
  const newest = useRef(act)
  useLayoutEffect(() => {
    newest.current = act
  })
  return useCallback((...args) => newest.current(...args), [])
}
