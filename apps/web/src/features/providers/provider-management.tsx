import type { Provider } from '@polylogue/contract'
import { useState } from 'react'
import { useDialogs, useDialogsOf } from '#lib/dialogs.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { LeadRow } from '#ui/lead-row.tsx'
import { SkeletonLine, EmptyState, LoadFailed, Loading } from '#ui/states.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { useEmbeddedState, useProviders } from './api.ts'
import { ProviderRow, DELETE_PROVIDER, EDIT_PROVIDER, NEW_PROVIDER } from './provider-row.tsx'
import css from './providers.module.css'

const NewProviderDialog = lazyDialog(
  async () => (await import('./new-provider-dialog.tsx')).NewProviderDialog,
)
const EditProviderDialog = lazyDialog(
  async () => (await import('./edit-provider-dialog.tsx')).EditProviderDialog,
)
const DeleteProviderDialog = lazyDialog(
  async () => (await import('./delete-provider-dialog.tsx')).DeleteProviderDialog,
)

/** Lists the providers with host states and models; connects, edits and disconnects them. */
export function ProviderManagement() {
  const { t } = useTranslation('providers')
  const errorMessage = useErrorMessage()
  const providers = useProviders()
  const dialogs = useDialogs()
  const { data, error } = providers
  return (
    <>
      <LeadRow lead={t('lead')}>
        <LinkButton icon="cpu" to="/admin/models-crud">
          {t('models')}
        </LinkButton>
        <Button kind="fill" icon="plus" onClick={() => dialogs.show(NEW_PROVIDER)}>
          {t('connect')}
        </Button>
      </LeadRow>
      {providers.isPending && <Skeleton />}
      {!data && error && (
        <LoadFailed
          title={t('loadFailed')}
          {...errorMessage(error)}
          onRetry={() => void providers.refetch()}
        />
      )}
      {data && <List providers={data} />}
      <Dialogs providers={data ?? []} />
    </>
  )
}

function List({ providers }: { providers: readonly Provider[] }) {
  const { t } = useTranslation('providers')
  const connected = providers.some(({ kind }) => kind !== 'guide')
  return (
    <>
      <ul className={css.list} aria-label={t('listLabel')}>
        {providers.map((provider) => (
          <ProviderRow key={provider.id} provider={provider} />
        ))}
      </ul>
      {!connected && (
        <div className={css.after}>
          <EmptyState title={t('empty')} text={t('emptyText')} wayOn="beside" />
        </div>
      )}
      <WithoutEmbedded />
    </>
  )
}

/** Explains why models cannot run on the server itself, when they cannot. */
function WithoutEmbedded() {
  const { t } = useTranslation('providers')
  const state = useEmbeddedState()
  if (state !== 'missing' && state !== 'off') return null
  return <p className={css.note}>{t(`withoutEmbedded.${state}`)}</p>
}

/** The URL holds the open provider dialog and its provider. */
function Dialogs({ providers }: { providers: readonly Provider[] }) {
  const { open, close: closeNew } = useDialogs()
  const { id, close } = useDialogsOf('provider')
  const named = providers.find((one) => one.id === id) ?? null
  // Keeps the last provider while the dialog closes, so that the fade-out still shows it.
  const [last, setLast] = useState(named)
  if (named !== null && named !== last) setLast(named)
  const provider = named ?? last
  const shows = (name: string) => open === name && named !== null
  return (
    <>
      <NewProviderDialog opened={open === NEW_PROVIDER} onClose={closeNew} />
      <EditProviderDialog
        key={`edit-${provider?.id}`}
        // Stays open when somebody else disconnects the provider: the user may be typing.
        opened={provider?.id === id && open === EDIT_PROVIDER}
        provider={provider}
        onClose={close}
      />
      <DeleteProviderDialog opened={shows(DELETE_PROVIDER)} provider={provider} onClose={close} />
    </>
  )
}

function Skeleton() {
  return (
    <Loading>
      <div className={css.bones}>
        {[48, 64, 56].map((width) => (
          <SkeletonLine key={width} width={width} height={20} />
        ))}
      </div>
    </Loading>
  )
}
