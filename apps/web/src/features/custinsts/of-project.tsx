import type { CustInst, Project } from '@polylogue/contract'
import { CUSTINST_SCOPES } from '@polylogue/contract/browser'
import { useState } from 'react'
import { canWrite } from '#lib/can.ts'
import { useDialogs } from '#lib/dialogs.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { ChangeButton } from '#ui/change-button.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { Section } from '#ui/page-section.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useChooseForProject } from './api.ts'
import { choiceOf, uses } from './choice.ts'
import { useCustInsts } from './list-api.ts'
import css from './of-project.module.css'

/** A new instruction that the project uses at once. */
const NEW_HERE = 'new-custinst-of-project'

const NewCustInstDialog = lazyDialog(async () => (await import('./new-dialog.tsx')).NewCustInstDialog)

/** Shows the instructions of a project's new tabs with the beginning of their text; chooses others, or creates one. */
export function CustInstsOfProject({ project }: { project: Project }) {
  const { t } = useTranslation('custinsts')
  const { data } = useCustInsts()
  const [changing, setChanging] = useState(false)
  const writes = canWrite(project)
  const used = data?.filter((one) => uses(project, one)) ?? []
  return (
    <Section
      title={t('ofProject.title')}
      action={
        writes && (
          <ChangeButton
            label={t('ofProject.change')}
            changing={changing}
            onToggle={() => setChanging(!changing)}
          />
        )
      }
    >
      <div className={css.fields}>
        {!changing && used.length > 0 && (
          <p className={css.text} dir="auto">
            {used.map(({ content }) => content).join('\n')}
          </p>
        )}
        {!changing && data && used.length === 0 && <p className={css.none}>{t('ofProject.nothing')}</p>}
        {writes && changing && <Fields project={project} found={data ?? []} />}
        {writes && (
          <NewHere project={project} offered={changing || (data !== undefined && used.length === 0)} />
        )}
      </div>
    </Section>
  )
}

function Fields({ project, found }: { project: Project; found: readonly CustInst[] }) {
  const { t } = useTranslation('custinsts')
  const choose = useChooseForProject({ project })
  return (
    <>
      <Choice
        label={t('who')}
        value={project.custInstWhoId}
        found={found.filter(({ scope }) => scope === CUSTINST_SCOPES.who)}
        onChange={(custInstWhoId) => choose.mutate({ custInstWhoId })}
      />
      <Choice
        label={t('respond')}
        value={project.custInstRespondId}
        found={found.filter(({ scope }) => scope === CUSTINST_SCOPES.respond)}
        onChange={(custInstRespondId) => choose.mutate({ custInstRespondId })}
      />
    </>
  )
}

/** Creates an instruction for the project; the dialog stays after the project uses it. */
function NewHere({ project, offered }: { project: Project; offered: boolean }) {
  const { t } = useTranslation('custinsts')
  const dialogs = useDialogs()
  const choose = useChooseForProject({ project })
  return (
    <>
      {offered && (
        <Button kind="quiet" size="small" className={css.add} onClick={() => dialogs.show(NEW_HERE)}>
          {t('add')}
        </Button>
      )}
      <NewCustInstDialog
        opened={dialogs.open === NEW_HERE}
        onCreated={(custInst) => choose.mutate(choiceOf(custInst, true))}
        onClose={dialogs.close}
      />
    </>
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
  return (
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
  )
}
