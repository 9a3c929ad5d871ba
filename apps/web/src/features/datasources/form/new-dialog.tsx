import { CONTEXT_TYPES } from '@polylogue/contract/browser'
import { Suspense, useState } from 'react'
import { useFormDraft } from '#lib/form-draft.ts'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Dialog } from '#ui/dialog.tsx'
import { useUserId, useViewer } from '#features/session/index.ts'
import { ContextPicker, entriesOf, UNSHARED, type Shares } from '#features/sharing/index.ts'
import { useUploads } from '#features/media/index.ts'
import { useAddAddress, useTypedAddress, type NewAddress } from '#features/sites/index.ts'
import { useCreateDatasource } from '../api.ts'
import { ChosenDocuments, useChosenDocuments, type ChosenDocument } from '../documents/chosen-documents.tsx'
import { DatasourceForm } from './datasource-form.tsx'
import { EMPTY, isTyped } from './values.ts'

/** Creates a data source, then uploads the chosen files. The texts survive a reload, the files do not. */
export function NewDatasourceDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation(['datasources', 'media', 'sites'])
  const notices = useNotices()
  const create = useCreateDatasource()
  const uploads = useUploads()
  const addSites = useAddSites()
  const [values, setValues, clearDraft] = useFormDraft(`${useUserId()}.new-datasource`, EMPTY)
  const documents = useChosenDocuments()
  const [sharing, setSharing] = useState(UNSHARED)
  const typed = useTypedAddress()
  const close = () => {
    clearDraft()
    documents.change(() => [])
    setSharing(UNSHARED)
    typed.setText('')
    create.reset()
    onClose()
  }
  const submit = () => {
    if (typed.isTyped) return typed.refuse()
    const files = documents.chosen.flatMap((one) => ('file' in one ? one.file : []))
    const { addresses, sites } = sortedOf(documents.chosen)
    create.mutate(
      { ...values, assocContexts: entriesOf(sharing.holders), addresses },
      {
        onSuccess: ({ id, name }) => {
          uploads.add(id, files)
          addSites(id, sites)
          const text = files.length > 0 ? { text: t('form.createdUploading') } : {}
          notices.show({ kind: 'done', title: t('form.created', { name }), ...text })
          close()
        },
      },
    )
  }
  return (
    <Dialog
      opened={opened}
      title={t('add')}
      lead={t('form.newLead')}
      width={1200}
      dirty={isTyped(values) || documents.chosen.length > 0 || sharing.holders.length > 0 || typed.isTyped}
      onClose={close}
    >
      <DatasourceForm
        values={values}
        onChange={setValues}
        words={{
          verb: t('form.create'),
          failed: (sentence) => t('form.createFailed', { sentence }),
        }}
        change={{ error: create.error, isPending: create.isPending || documents.isConverting }}
        on={{ submit, cancel: close }}
        documents={<ChosenDocuments documents={documents} typed={typed} />}
      >
        <SharedFrom value={sharing} onChange={setSharing} />
      </DatasourceForm>
    </Dialog>
  )
}

/** Returns the addresses of pages, which come with the data source, and the sites, which are added afterwards. */
function sortedOf(chosen: readonly ChosenDocument[]) {
  const added = chosen.flatMap((one) => ('address' in one ? one.address : []))
  return {
    addresses: added.filter(({ kind }) => kind === 'page').map(({ url, refresh }) => ({ url, refresh })),
    sites: added.filter(({ kind }) => kind !== 'page'),
  }
}

/** Returns a function that adds site maps and folders of pages to a new data source; a notice says which one failed. */
function useAddSites(): (id: number, sites: readonly NewAddress[]) => void {
  const { t } = useTranslation(['datasources', 'sites'])
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  const { mutateAsync } = useAddAddress()
  return (id, sites) => {
    for (const site of sites)
      mutateAsync({ id, ...site }).catch((error: unknown) =>
        notices.show({
          kind: 'failure',
          title: t('sites:notAdded', { address: site.url }),
          text: errorMessage(error).sentence,
        }),
      )
  }
}

/** Selects the shares of a new data source; its creator is the owner. */
function SharedFrom({ value, onChange }: { value: Shares; onChange: (value: Shares) => void }) {
  const { data: viewer } = useViewer()
  const owner = viewer && {
    id: viewer.context.id,
    displayName: `${viewer.firstName} ${viewer.lastName}`.trim(),
    description: '',
    contextTypeId: CONTEXT_TYPES.user,
    numMembers: 0,
    asksApproval: false,
    user: { id: viewer.id, username: viewer.username, picture: viewer.picture },
  }
  return (
    <Suspense fallback={null}>
      <ContextPicker owner={owner} value={value} onChange={onChange} />
    </Suspense>
  )
}
