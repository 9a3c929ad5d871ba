import type { ListedUser, User } from '@polylogue/contract'
import { useEffect, useEffectEvent } from 'react'
import { useAddress, usePageParam } from '#lib/address.ts'
import { useDialogs } from '#lib/dialogs.ts'
import { isGone, useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Pager } from '#ui/pager.tsx'
import { SkeletonLine, EmptyState, LoadFailed, Loading } from '#ui/states.tsx'
import { useViewer } from '#features/session/index.ts'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { SelectionBar } from '../bulk/selection-bar.tsx'
import { useSelection } from '../bulk/selection.ts'
import type { GroupSearch } from '../bulk/group-dialog.tsx'
import { ExportButton } from '../csv/export-button.tsx'
import { useUserPage, type UserPage } from '../list-api.ts'
import { filterFrom, hasChoices, NO_FILTER, PAGE_SIZES, pageSizeFrom } from '../list-filter.ts'
import { PersonDialogs } from './person-dialogs.tsx'
import { UserFilters } from './user-filters.tsx'
import { UserRows } from './user-rows.tsx'
import css from './user-list.module.css'

/** Names of the dialogs in the URL. */
const NEW_USER = 'new-user'
const IMPORT_USERS = 'import-users'

const CreateUserDialog = lazyDialog(
  async () => (await import('../form/create-user-dialog.tsx')).CreateUserDialog,
)
const ImportDialog = lazyDialog(async () => (await import('../csv/import-dialog.tsx')).ImportDialog)

/** The users of the installation, filtered on the server. Filter, order and page are in the URL. */
export function UserList({ GroupSearch }: { GroupSearch: GroupSearch }) {
  const { data: viewer } = useViewer()
  const dialogs = useDialogs()
  if (!viewer) return null
  return (
    <>
      <Results viewer={viewer} GroupSearch={GroupSearch} onShow={dialogs.show} />
      <CreateUserDialog opened={dialogs.open === NEW_USER} viewer={viewer} onClose={dialogs.close} />
      {viewer.permissions.includes('can_create_user') && (
        <ImportDialog opened={dialogs.open === IMPORT_USERS} viewer={viewer} onClose={dialogs.close} />
      )}
    </>
  )
}

const NOBODY: readonly ListedUser[] = []

interface ResultsProps {
  viewer: User
  GroupSearch: GroupSearch
  /** Opens a dialog. */
  onShow: (name: string) => void
}

function Results({ viewer, GroupSearch, onShow }: ResultsProps) {
  const { t } = useTranslation('user-list')
  const errorMessage = useErrorMessage()
  const { get, put } = useAddress()
  const [page, setPage] = usePageParam()
  const filter = filterFrom(get)
  const size = pageSizeFrom(get('size'))
  const found = useUserPage(filter, page, size)
  const selection = useSelection()
  useLastPage(found.data, page, size, setPage)
  // The group of the filter was deleted, or the viewer does not see it.
  const noGroup = filter.group !== 0 && isGone(found.error)
  return (
    <>
      <UserFilters filter={filter} GroupSearch={GroupSearch} onChange={put}>
        <ExportButton filter={filter} />
        {viewer.permissions.includes('can_create_user') && (
          <Button icon="upload" onClick={() => onShow(IMPORT_USERS)}>
            {t('importCsv')}
          </Button>
        )}
        <CreateButton viewer={viewer} onCreate={() => onShow(NEW_USER)} />
      </UserFilters>
      {found.isPending && <Skeleton />}
      {found.isError && !found.data && !noGroup && (
        <LoadFailed
          title={t('loadFailed')}
          {...errorMessage(found.error)}
          onRetry={() => void found.refetch()}
        />
      )}
      {(found.data?.total === 0 || noGroup) && (
        <NoMatch text={filter.q} filtered={hasChoices(filter)} onClear={() => put(NO_FILTER)} />
      )}
      {found.data && found.data.total > 0 && !noGroup && (
        <>
          <UserRows
            viewer={viewer}
            people={found.data.users}
            busy={found.isPlaceholderData}
            selection={selection}
          />
          <PersonDialogs viewer={viewer} people={found.data.users} />
          <Pages page={page} size={size} total={found.data.total} onPage={setPage} />
        </>
      )}
      <SelectionBar
        viewer={viewer}
        selection={selection}
        filter={filter}
        total={found.data?.total ?? 0}
        shown={found.data?.users ?? NOBODY}
        GroupSearch={GroupSearch}
      />
    </>
  )
}

function Pages({
  page,
  size,
  total,
  onPage,
}: {
  page: number
  size: number
  total: number
  onPage: (page: number) => void
}) {
  const { t } = useTranslation('user-list')
  const { put } = useAddress()
  return (
    <div className={css.pages}>
      <label className={css.size}>
        {t('perPage')}
        <select value={size} onChange={(event) => put({ size: event.target.value, page: '' })}>
          {PAGE_SIZES.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      <Pager label={t('pages')} page={page} pageSize={size} total={total} hasNumbers onPage={onPage} />
    </div>
  )
}

/** Redirects from an empty page number to the last page that has users. */
function useLastPage(
  found: UserPage | undefined,
  page: number,
  size: number,
  setPage: (page: number) => void,
): void {
  const empty = found !== undefined && found.users.length === 0 && page > 1
  const leave = useEffectEvent(() => setPage(Math.max(1, Math.ceil((found?.total ?? 0) / size))))
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

function NoMatch({ text, filtered, onClear }: { text: string; filtered: boolean; onClear: () => void }) {
  const { t } = useTranslation('user-list')
  const title = filtered ? t('noFilterMatch') : text === '' ? t('nobody') : t('noMatch', { text })
  return (
    <EmptyState title={title}>
      {(filtered || text !== '') && <Button onClick={onClear}>{t('clear')}</Button>}
    </EmptyState>
  )
}

function Skeleton() {
  return (
    <Loading>
      <div className={css.bones}>
        {[72, 88, 64, 80, 76, 68].map((width) => (
          <SkeletonLine key={width} width={width} height={20} />
        ))}
      </div>
    </Loading>
  )
}
