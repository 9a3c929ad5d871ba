import type { Label } from '@polylogue/contract'
import { useState } from 'react'
import { useDialogs } from '#lib/dialogs.ts'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/dialog.tsx'
import { Problem } from '#ui/states.tsx'
import { useDeleteLabel, useLabels } from './api.ts'
import type { LabelKind } from './label-list.ts'
import css from './labels.module.css'

interface Chosen {
  kind: LabelKind
  label: Label
}

/** Lists categories and tags, and deletes one after a question, for administrators. */
export function ManageLabelsDialog({ opened }: { opened: boolean }) {
  const { t } = useTranslation(['labels', 'ui'])
  const { close } = useDialogs()
  const [chosen, setChosen] = useState<Chosen>()
  return (
    <Dialog
      opened={opened}
      title={t('manage')}
      lead={chosen ? undefined : t('manageLead')}
      width={560}
      onClose={() => {
        setChosen(undefined)
        close()
      }}
    >
      {chosen ? (
        <Deleting {...chosen} onDone={() => setChosen(undefined)} />
      ) : (
        <>
          <DialogBody>
            <Kind kind="categories" onDelete={setChosen} />
            <Kind kind="tags" onDelete={setChosen} />
          </DialogBody>
          <DialogFoot>
            <Button size="large" onClick={close} autoFocus>
              {t('ui:close')}
            </Button>
          </DialogFoot>
        </>
      )}
    </Dialog>
  )
}

function Kind({ kind, onDelete }: { kind: LabelKind; onDelete: (chosen: Chosen) => void }) {
  const { t } = useTranslation('labels')
  const { data = [], isError } = useLabels(kind)
  const title = t(`${kind}.title`)
  return (
    <section className={css.managed}>
      <h3>{title}</h3>
      {isError && <p>{t('failed')}</p>}
      {!isError && data.length === 0 && <p>{t(`${kind}.none`)}</p>}
      <ul aria-label={title}>
        {data.map((label) => (
          <li key={label.id} title={label.description}>
            <span className="cut">{label.name}</span>
            <Button
              size="small"
              aria-label={t('delete', { name: label.name })}
              onClick={() => onDelete({ kind, label })}
            >
              {t('deleteNow')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Deleting({ kind, label: { id, name }, onDone }: Chosen & { onDone: () => void }) {
  const { t } = useTranslation(['labels', 'ui'])
  const errorMessage = useErrorMessage()
  const notices = useNotices()
  const remove = useDeleteLabel(kind)
  const submit = () =>
    remove.mutate(id, {
      onSuccess: () => {
        notices.show({ kind: 'done', title: t('deleted', { name }) })
        onDone()
      },
    })
  return (
    <>
      <DialogBody>
        <p>{t('deleteQuestion', { name })}</p>
        {remove.error && <Problem>{errorMessage(remove.error).sentence}</Problem>}
      </DialogBody>
      <DialogFoot>
        <Button size="large" onClick={onDone} autoFocus>
          {t('ui:cancel')}
        </Button>
        <Button size="large" kind="bad" busy={remove.isPending} onClick={submit}>
          {t('deleteNow')}
        </Button>
      </DialogFoot>
    </>
  )
}
