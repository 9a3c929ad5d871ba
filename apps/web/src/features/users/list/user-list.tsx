import type { User } from '@polylogue/contract'
import { useEffect, useEffectEvent } from 'react'
import { useAddress, usePageParam, useTypedParam } from '../../../lib/address.ts'
import { useDialogs } from '../../../lib/dialogs.ts'
import { useErrorMessage } from '../../../lib/problem.ts'
import { useTranslation } from '../../../lib/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { Bone, EmptyState, LoadFailed, Loading } from '../../../ui/states.tsx'
import { useViewer } from '../../session/index.ts'
import { CreateUserDialog, NEW_USER } from '../form/index.ts'
import { PAGE_SIZE, useUserPage } from '../list-api.ts'
import { PersonDialogs } from './person-dialogs.tsx'
import { UserRows } from './user-rows.tsx'
import css from './user-list.module.css'

/** The users of the installation, ten per page, searched on the server. Search, order and page are in the URL. */
export function UserList() {
  const { data: viewer } = useViewer()
  const dialogs = useDialogs()
  if (!viewer) return null
  return (
    <>
      <Found viewer={viewer} onCreate={() => dialogs.show(NEW_USER)} />
      <CreateUserDialog opened={dialogs.open === NEW_USER} viewer={viewer} onClose={dialogs.close} />
    </>
  )
}

function Found({ viewer, onCreate }: { viewer: User; onCreate: () => void }) {
  const { t } = useTranslation('user-list')
  const errorMessage = useErrorMessage()
  const { get, put } = useAddress()
  const search = useTypedParam('q')
  const [page, setPage] = usePageParam()
  const sort = get('sort') === 'name' ? 'name' : 'newest'
  const found = useUserPage({ q: search.value, sort }, page)
  useLastPage(found.data, page, setPage)
  return (
    <>
      <div className={css.head} role="search" aria-label={t('searchLabel')}>
        <SearchField
          label={t('searchLabel')}
          value={search.text}
          onChange={(event) => search.setText(event.target.value)}
        />
        <Segments
          label={t('order')}
          value={sort}
          options={[
            { value: 'newest', label: t('newest') },
            { value: 'name', label: t('byName') },
          ]}
          onChange={(next) => put({ sort: next === 'name' ? 'name' : '', page: '' })}
        />
        <span className="sp" />
        <CreateButton viewer={viewer} onCreate={onCreate} />
      </div>
      {found.isPending && <Skeleton />}
      {found.isError && !found.data && (
        <LoadFailed
          title={t('loadFailed')}
          {...errorMessage(found.error)}
          onRetry={() => void found.refetch()}
        />
      )}
      {found.data?.total === 0 && <NoMatch text={search.value} onClear={() => search.setText('')} />}
      {found.data && found.data.total > 0 && (
        <>
          <UserRows viewer={viewer} people={found.data.users} busy={found.isPlaceholderData} />
          <PersonDialogs viewer={viewer} people={found.data.users} />
          <Pager
            label={t('pages')}
            page={page}
            pageSize={PAGE_SIZE}
            total={found.data.total}
            onPage={setPage}
          />
        </>
      )}
    </>
  )
}

/** Redirects from an empty page number to the last page that has users. */
function useLastPage(
  found: ReturnType<typeof useUserPage>['data'],
  page: number,
  setPage: (page: number) => void,
): void {
  const empty = found !== undefined && found.users.length === 0 && page > 1
  const leave = useEffectEvent(() => setPage(Math.max(1, Math.ceil((found?.total ?? 0) / PAGE_SIZE))))
  useEffect(() => {
    if (empty) leave()
  }, [empty])
}

function CreateButton({ viewer, onCreate }: { viewer: User; onCreate: () => void }) {
  const { t } = useTranslation('user-list')
  const granted = viewer.permissions.includes('can_create_user')
  return (
    <Button
      kind="fill"
      icon="plus"
      aria-disabled={!granted || undefined}
      data-tip={granted ? undefined : t('notCreatable')}
      aria-description={granted ? undefined : t('notCreatable')}
      onClick={granted ? onCreate : undefined}
    >
      {t('create')}
    </Button>
  )
}

function NoMatch({ text, onClear }: { text: string; onClear: () => void }) {
  const { t } = useTranslation('user-list')
  return (
    <EmptyState title={text === '' ? t('nobody') : t('noMatch', { text })}>
      {text !== '' && <Button onClick={onClear}>{t('clear')}</Button>}
    </EmptyState>
  )
}

function Skeleton() {
  return (
    <Loading>
      <div className={css.bones}>
        {[72, 88, 64, 80, 76, 68].map((width) => (
          <Bone key={width} width={width} height={20} />
        ))}
      </div>
    </Loading>
  )
}
