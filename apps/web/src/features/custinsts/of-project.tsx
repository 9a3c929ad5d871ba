import type { CustInst, Project } from '@polylogue/contract'
import { CUSTINST_SCOPES } from '@polylogue/contract/browser'
import { useDialogs } from '#lib/dialogs.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useChooseForProject } from './api.ts'
import { choiceOf } from './choice.ts'
import { useCustInsts } from './list-api.ts'
import css from './of-project.module.css'

/** A new instruction that the project uses at once. */
const NEW_HERE = 'new-custinst-of-project'

const NewCustInstDialog = lazyDialog(async () => (await import('./new-dialog.tsx')).NewCustInstDialog)

/** Chooses the instructions of a project's new tabs, with the beginning of their text, or creates one. */
export function CustInstsOfProject({ project }: { project: Project }) {
  const { t } = useTranslation('custinsts')
  const dialogs = useDialogs()
  const { data = [] } = useCustInsts()
  const choose = useChooseForProject({ project })
  return (
    <div className={css.fields}>
      <Choice
        label={t('who')}
        value={project.custInstWhoId}
        found={data.filter(({ scope }) => scope === CUSTINST_SCOPES.who)}
        onChange={(custInstWhoId) => choose.mutate({ custInstWhoId })}
      />
      <Choice
        label={t('respond')}
        value={project.custInstRespondId}
        found={data.filter(({ scope }) => scope === CUSTINST_SCOPES.respond)}
        onChange={(custInstRespondId) => choose.mutate({ custInstRespondId })}
      />
      <Button kind="quiet" size="small" className={css.add} onClick={() => dialogs.show(NEW_HERE)}>
        {t('add')}
      </Button>
      <NewCustInstDialog
        opened={dialogs.open === NEW_HERE}
        onCreated={(custInst) => choose.mutate(choiceOf(custInst, true))}
        onClose={dialogs.close}
      />
    </div>
  )
}

interface ChoiceProps {
  label: string
  value: number
  found: readonly CustInst[]
  onChange: (id: number) => void
}

function Choice({ label, value, found, onChange }: ChoiceProps) {
  const { t } = useTranslation('custinsts')
  const chosen = found.find(({ id }) => id === value)
  return (
    <div>
      <SelectField
        label={label}
        value={String(value)}
        placeholder={t('lost')}
        options={[
          { value: '0', label: t('ofProject.none') },
          ...found.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(next) => onChange(Number(next))}
      />
      {chosen && (
        <p className={css.text} dir="auto">
          {chosen.content}
        </p>
      )}
    </div>
  )
}
