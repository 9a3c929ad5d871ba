import type { Provider } from '@polylogue/contract'
import { useState } from 'react'
import { issuesOf, useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { LinkButton } from '#ui/button.tsx'
import { Dialog, DialogBody, DialogForm, FormFoot } from '#ui/dialog.tsx'
import { TextField } from '#ui/field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { EmptyState, LoadFailed, Problem } from '#ui/states.tsx'
import { useLastItem } from '#features/items/index.ts'
import { useProviders } from '#features/providers/index.ts'
import { CatalogueField } from './catalogue-field.tsx'
import { useAddModel } from '../management-api.ts'

/** The kind of provider that has a catalogue. */
const EMBEDDED = 'embedded'

interface AddModelDialogProps {
  opened: boolean
  /** Called when the download has started. */
  onAdded: (modelId: number) => void
  onClose: () => void
}

/** Downloads a model to an engine: one of its catalogue, or by name. Keeps the input when the server rejects it. */
export function AddModelDialog({ opened, onAdded, onClose }: AddModelDialogProps) {
  const { t } = useTranslation('model-management')
  const errorMessage = useErrorMessage()
  const providers = useProviders(opened)
  const [name, setName] = useState('')
  const add = useAddModel()
  const fetching = providers.data?.filter(({ can }) => can.fetch) ?? []
  const [provider, setChosen] = useProvider(fetching, opened, name)
  const picks = provider?.kind === EMBEDDED
  // Resets on opening, not on closing: the fade-out still shows the input.
  const [wasOpened, setWasOpened] = useState(opened)
  if (opened !== wasOpened) setWasOpened(opened)
  if (opened && !wasOpened) setName('')
  const close = () => {
    add.reset()
    onClose()
  }
  const choose = (id: number) => {
    setChosen(id)
    setName('')
  }
  const submit = () => {
    if (!provider || name.trim() === '' || add.isPending) return
    add.mutate({ providerId: provider.id, name: name.trim() }, { onSuccess: (model) => onAdded(model.id) })
  }
  return (
    <Dialog
      opened={opened}
      title={t('addTitle')}
      lead={t('addLead')}
      width={picks ? 640 : 480}
      dirty={!picks && name.trim() !== ''}
      onClose={close}
    >
      {providers.isError && !providers.data && (
        <DialogBody>
          <LoadFailed
            title={t('providersFailed')}
            {...errorMessage(providers.error)}
            onRetry={() => void providers.refetch()}
          />
        </DialogBody>
      )}
      {providers.data && !provider && <Nowhere />}
      {provider && (
        <Form
          providers={fetching}
          provider={provider}
          onProvider={choose}
          name={name}
          onName={setName}
          add={add}
          onSubmit={submit}
          onCancel={close}
        />
      )}
    </Dialog>
  )
}

/** Returns the chosen provider; also one that is gone while a name for it is there, because the list is fetched again. */
function useProvider(fetching: readonly Provider[], opened: boolean, name: string) {
  const [chosen, setChosen] = useState(0)
  const known = fetching.find(({ id }) => id === chosen)
  const last = useLastItem(known)
  const provider = known ?? (name.trim() === '' ? undefined : last)
  if (opened && !provider && fetching[0]) setChosen(fetching[0].id)
  return [provider, setChosen] as const
}

/** Shown when no provider can download models; names the kinds that can. */
function Nowhere() {
  const { t } = useTranslation('model-management')
  return (
    <DialogBody>
      <EmptyState title={t('nowhere')} text={t('nowhereText')}>
        <LinkButton to="/admin/providers">{t('connect')}</LinkButton>
      </EmptyState>
    </DialogBody>
  )
}

interface FormProps {
  providers: readonly Provider[]
  provider: Provider
  onProvider: (id: number) => void
  name: string
  onName: (name: string) => void
  add: { isPending: boolean; error: Error | null }
  onSubmit: () => void
  onCancel: () => void
}

function Form({ providers, provider, onProvider, name, onName, add, onSubmit, onCancel }: FormProps) {
  const { t } = useTranslation('model-management')
  const errorMessage = useErrorMessage()
  const [tried, setTried] = useState(false)
  const issues = issuesOf(add.error)
  const missing = tried && name.trim() === ''
  const isOffered = providers.some(({ id }) => id === provider.id)
  const offered = isOffered ? providers : [...providers, provider]
  return (
    <DialogForm
      onSubmit={() => {
        setTried(true)
        onSubmit()
      }}
    >
      <DialogBody>
        <SelectField
          label={t('provider')}
          value={String(provider.id)}
          options={offered.map(({ id, name: label }) => ({ value: String(id), label }))}
          onChange={(value) => {
            setTried(false)
            onProvider(Number(value))
          }}
        />
        {provider.kind === EMBEDDED ? (
          <CatalogueField
            key={provider.id}
            providerId={provider.id}
            value={name}
            error={missing ? t('catalogue.missing') : issues['name']}
            onChange={onName}
          />
        ) : (
          <TextField
            label={t('modelName')}
            hint={t('nameHint')}
            error={missing ? t('nameMissing') : issues['name']}
            maxLength={400}
            data-autofocus
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
            value={name}
            onChange={(event) => onName(event.target.value)}
          />
        )}
        {add.error && !issues['name'] && <Problem>{errorMessage(add.error).sentence}</Problem>}
      </DialogBody>
      <FormFoot verb={t('addVerb')} busy={add.isPending} hint={t('mayTakeLong')} onCancel={onCancel} />
    </DialogForm>
  )
}
