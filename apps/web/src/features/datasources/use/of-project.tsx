import type { Project } from '@polylogue/contract'
import { DATASOURCE_STATUS } from '@polylogue/contract/browser'
import { useState } from 'react'
import { canWrite } from '#lib/can.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { ChangeButton } from '#ui/change-button.tsx'
import { Section } from '#ui/page-section.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useChooseForProject, useDatasource, useFoundDatasources } from '../api.ts'
import { EVERYTHING } from '../search.ts'
import { useSoonOf } from '../soon/use-soons.ts'
import { useItemDialogs } from '#features/items/index.ts'
import { AmountField } from './amount-field.tsx'
import css from './of-project.module.css'
import { SourceRow } from './source-row.tsx'

/** Shows the data source of a project's new tabs with its state; chooses another one, or creates one. */
export function DatasourceOfProject({ project }: { project: Project }) {
  const { t } = useTranslation('datasources')
  const [changing, setChanging] = useState(false)
  const soon = useSoonOf({ projectId: project.id })
  const id = project.defaultDatasourceId === 0 ? (soon?.datasourceId ?? 0) : project.defaultDatasourceId
  const { data: used, isError } = useDatasource(id === 0 ? null : id)
  const change = canWrite(project) && (
    <ChangeButton label={t('ofProject.change')} changing={changing} onToggle={() => setChanging(!changing)} />
  )
  return (
    <Section title={t('ofProject.label')} action={change}>
      {used && <SourceRow datasource={used} />}
      {id !== 0 && isError && !used && <p className={css.none}>{t('lost')}</p>}
      {id === 0 && !changing && <p className={css.none}>{t('ofProject.nothing')}</p>}
      {canWrite(project) && changing && <Fields project={project} />}
    </Section>
  )
}

function Fields({ project }: { project: Project }) {
  const { t } = useTranslation('datasources')
  const dialogs = useItemDialogs('datasources')
  const choose = useChooseForProject(project)
  const found = useFoundDatasources(EVERYTHING)
  const { defaultDatasourceId: id } = project
  const { data: chosen } = useDatasource(id === 0 ? null : id)
  const ready = (found.data?.datasources ?? []).filter(({ status }) => status === DATASOURCE_STATUS.ready)
  const listed = chosen && ready.every((one) => one.id !== id) ? [chosen, ...ready] : ready
  return (
    <div className={css.fields}>
      <SelectField
        label={t('ofProject.choose')}
        value={String(id)}
        placeholder={t('lost')}
        options={[
          { value: '0', label: t('ofProject.none') },
          ...listed.map(({ id: one, name }) => ({ value: String(one), label: name })),
        ]}
        onChange={(value) => choose.mutate({ defaultDatasourceId: Number(value) })}
      />
      {id !== 0 && (
        <AmountField
          value={project.amountOfChunks}
          onChange={(amountOfChunks) => choose.mutate({ amountOfChunks })}
        />
      )}
      <Button kind="quiet" size="small" className={css.add} onClick={() => dialogs.show('create')}>
        {t('add')}
      </Button>
    </div>
  )
}
