import type { Reader } from '@polylogue/contract'
import { useState } from 'react'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { useSettled } from '#lib/use-settled.ts'
import { Button } from '#ui/button.tsx'
import { FieldGroup } from '#ui/field.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { LoadFailed } from '#ui/states.tsx'
import { AccessRow } from '#features/contexts/index.ts'
import { useReaders } from './api.ts'
import { levelOf, type SharedItem } from './holders.ts'
import { SharersSkeleton } from './sharers-skeleton.tsx'
import css from './sharing.module.css'

/** The list has a search field from this number of people on. */
const MANY = 10

/** Lists on request who has an item because of which groups. */
export function ThroughGroups({ item }: { item: SharedItem }) {
  const { t } = useTranslation('sharing')
  const [shown, show] = useState(false)
  if (shown)
    return (
      <FieldGroup label={t('peopleThrough')}>
        <People item={item} />
      </FieldGroup>
    )
  return (
    <div>
      <Button size="small" icon="users" onClick={() => show(true)}>
        {t('showPeople')}
      </Button>
    </div>
  )
}

function People({ item }: { item: SharedItem }) {
  const { t } = useTranslation('sharing')
  const errorMessage = useErrorMessage()
  const [text, setText] = useState('')
  const q = useSettled(text.trim())
  const people = useReaders(item, { q, throughGroups: true })
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = people
  if (people.isPending) return <SharersSkeleton />
  if (!data)
    return (
      <LoadFailed
        title={t('peopleFailed')}
        {...errorMessage(people.error)}
        onRetry={() => void people.refetch()}
      />
    )
  return (
    <>
      {(data.length >= MANY || text !== '') && (
        <SearchField label={t('findPerson')} value={text} onChange={(event) => setText(event.target.value)} />
      )}
      {data.length === 0 ? (
        <p className={css.count}>{q === '' ? t('noPeople') : t('noPerson', { text: q })}</p>
      ) : (
        <ul
          className={css.list}
          aria-label={t('peopleThrough')}
          aria-busy={people.isPlaceholderData || undefined}
        >
          {data.map((reader) => (
            <li key={reader.context.id}>
              <Row reader={reader} />
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <div>
          <Button size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('morePeople')}
          </Button>
        </div>
      )}
    </>
  )
}

function Row({ reader }: { reader: Reader }) {
  const { t } = useTranslation('sharing')
  const way = t(reader.isDirect ? 'throughAndDirect' : 'through', { groups: groupsOf(reader) })
  return <AccessRow context={reader.context} access={{ label: t(`levels.${levelOf(reader)}`) }} fact={way} />
}

const groupsOf = ({ groups }: Reader): string => groups.map(({ displayName }) => displayName).join(', ')

/** Says why the reader of the page has an item: by a share of their own, through groups, or both. */
export function OwnWay({ item }: { item: SharedItem }) {
  const { t } = useTranslation('sharing')
  const { data } = useReaders(item, { throughGroups: false })
  const [own] = data ?? []
  if (!own) return null
  const groups = groupsOf(own)
  if (groups === '') return <p className={css.count}>{t('yourShare')}</p>
  return <p className={css.count}>{t(own.isDirect ? 'yourShareAndGroups' : 'yourGroups', { groups })}</p>
}
