import type { Publication } from '@polylogue/contract'
import { useErrorMessage } from '#lib/problem.ts'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { SkeletonLine, EmptyState, LoadFailed, Loading } from '#ui/states.tsx'
import { useRequests } from './api.ts'
import { OwnRequest } from './own-request.tsx'
import css from './publications.module.css'
import { isTextChange, levelOf, useItemWords } from './words.ts'

/** The requests that wait for the user, group by group. */
export function WaitingList({ onReview }: { onReview: (id: number) => void }) {
  const { t } = useTranslation('publications')
  const errorMessage = useErrorMessage()
  const waiting = useRequests('others')
  if (waiting.isPending) return <Skeleton />
  if (!waiting.data)
    return (
      <LoadFailed
        title={t('loadFailed')}
        {...errorMessage(waiting.error)}
        onRetry={() => void waiting.refetch()}
      />
    )
  const { requests } = waiting.data
  if (requests.length === 0) return <EmptyState title={t('none')} text={t('noneText')} wayOn="none" />
  return (
    <div className={css.groups}>
      {groupsOf(requests).map(({ group, inside }) => (
        <section key={group.contextId} className={css.group}>
          <h3>{group.name}</h3>
          <ul className={css.list} aria-label={t('waitingIn', { group: group.name })}>
            {inside.map((request) => (
              <Row key={request.id} request={request} onReview={() => onReview(request.id)} />
            ))}
          </ul>
        </section>
      ))}
      <More of={waiting} />
    </div>
  )
}

/** The user's own requests; renders nothing when there is none. */
export function OwnList() {
  const { t } = useTranslation('publications')
  const own = useRequests('own')
  if (!own.data || own.data.requests.length === 0) return null
  return (
    <section className={css.group}>
      <h3>{t('own')}</h3>
      <ul className={css.list} aria-label={t('own')}>
        {own.data.requests.map((request) => (
          <li key={request.id}>
            <OwnRequest request={request} name={request.item.name} />
          </li>
        ))}
      </ul>
      <More of={own} />
    </section>
  )
}

function Row({ request, onReview }: { request: Publication; onReview: () => void }) {
  const { t } = useTranslation(['publications', 'sharing'])
  const format = useFormat()
  const { item, asker, created } = request
  const { kind } = useItemWords(item)
  const what = isTextChange(request) ? t('changedTexts') : t(`sharing:levels.${levelOf(request)}`)
  const facts = [kind, asker.displayName, what, format.moment(created)]
  return (
    <li className={css.row}>
      <div className={css.text}>
        <span className={`cut ${css.name}`} title={item.name}>
          {item.name}
        </span>
        <span className={css.facts}>{facts.join(' · ')}</span>
      </div>
      <Button aria-label={t('reviewOf', { name: item.name })} onClick={onReview}>
        {t('review')}
      </Button>
    </li>
  )
}

function More({ of }: { of: ReturnType<typeof useRequests> }) {
  const { t } = useTranslation('ui')
  if (!of.hasNextPage) return null
  return (
    <div>
      <Button busy={of.isFetchingNextPage} onClick={() => void of.fetchNextPage()}>
        {t('showMore')}
      </Button>
    </div>
  )
}

/** Splits the list, which is sorted by group. */
function groupsOf(requests: readonly Publication[]) {
  const groups = new Map<number, { group: Publication['group']; inside: Publication[] }>()
  for (const request of requests) {
    const { group } = request
    const known = groups.get(group.contextId) ?? { group, inside: [] }
    known.inside.push(request)
    groups.set(group.contextId, known)
  }
  return [...groups.values()]
}

function Skeleton() {
  return (
    <Loading>
      <div className={css.bones}>
        <SkeletonLine width={56} height={20} />
        <SkeletonLine width={72} height={20} />
      </div>
    </Loading>
  )
}
