import type { Project, Tab } from '@polylogue/contract'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useTell } from '../../lib/problem.ts'
import { Icon } from '../../ui/icon.tsx'
import { Bone, EmptyState, LoadFailed, Loading } from '../../ui/states.tsx'
import { scrollBox } from '../../ui/scroll-box.ts'
import { findModel, useModels } from '../models/index.ts'
import type { useMessages } from './api.ts'
import css from './conversation.module.css'
import { TurnView } from './turn-view.tsx'
import type { Turn } from './turns.ts'
import { useAway, useOlder, type Bottom } from './bottom.ts'

interface ThreadProps {
  project: Project
  tab: Tab
  canWrite: boolean
  messages: ReturnType<typeof useMessages>
  turns: readonly Turn[]
  bottom: Bottom
}

/** The conversation of a tab, the newest at the end; older messages come as one scrolls up. */
export function Thread({ project, tab, canWrite, messages, turns, bottom }: ThreadProps) {
  const { t } = useTranslation('conversation')
  const tell = useTell()
  const { box, content, jump } = bottom
  const away = useAway(bottom)
  const shown = messages.data !== undefined || turns.length > 0
  return (
    <div className={css.outer}>
      <div ref={box} className={css.scroll} {...scrollBox(t('conversation'), 'region')}>
        <div ref={content} className={css.thread}>
          {shown && turns.length > 0 && (
            <Older key={messages.data?.pages.length} messages={messages} bottom={bottom} />
          )}
          {turns.map((turn, index) => (
            <TurnView
              key={turn.key}
              turn={turn}
              place={{ project, tab, canWrite }}
              last={index === turns.length - 1}
              note={index === 0 && messages.hasNextPage === false}
            />
          ))}
          {shown && turns.length === 0 && <Nothing tab={tab} canWrite={canWrite} />}
          {messages.isPending && turns.length === 0 && <Skeleton />}
          {messages.isError && !shown && (
            <LoadFailed
              title={t('loadFailed')}
              {...tell(messages.error)}
              onRetry={() => void messages.refetch()}
            />
          )}
        </div>
      </div>
      {away && (
        <button type="button" className={css.newest} onClick={jump}>
          <Icon name="arrow-down" />
          {t('jump')}
        </button>
      )}
    </div>
  )
}

// A new page is a new mark: whether there is still room above is asked again.
function Older({ messages, bottom }: Pick<ThreadProps, 'messages' | 'bottom'>) {
  const { t } = useTranslation('conversation')
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = messages
  const mark = useOlder(
    bottom,
    hasNextPage && !isFetchingNextPage && !isFetchNextPageError,
    useCallback(() => void fetchNextPage(), [fetchNextPage]),
  )
  if (!hasNextPage) return null
  return (
    <div ref={mark} className={css.older}>
      {isFetchNextPageError ? (
        <button type="button" onClick={() => void fetchNextPage()}>
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
  const model = findModel(models, tab.defaultModelId)
  if (!canWrite) return <EmptyState title={t('emptyTitle')} text={t('emptyReadOnly')} />
  return (
    <EmptyState title={t('emptyTitle')} text={model ? t('emptyText', { model: model.name }) : undefined} />
  )
}

function Skeleton() {
  return (
    <Loading>
      <div className={css.skeleton}>
        <span className={css.skeletonAsk} />
        <Bone width={22} />
        <Bone width={94} />
        <Bone width={88} />
        <Bone width={61} />
      </div>
    </Loading>
  )
}
