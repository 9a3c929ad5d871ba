import { useMediaQuery } from '@mantine/hooks'
import type { Model } from '@polylogue/contract'
import { useTranslation } from '#lib/texts.ts'
import { Table } from '#ui/table.tsx'
import css from './list.module.css'
import { ModelActions } from './actions.tsx'
import { Context, Disk, Memory, ModelName, ModelStatus, TagNames } from './model-cells.tsx'

/** The models as a table; as cards on small screens. */
export function ModelRows({ models }: { models: readonly Model[] }) {
  const small = useMediaQuery('(max-width: 1180px)', false, { getInitialValueInEffect: false })
  return small ? <Cards models={models} /> : <Rows models={models} />
}

function Rows({ models }: { models: readonly Model[] }) {
  const { t } = useTranslation('model-management')
  const columns = [
    { id: 'name', name: t('columns.model') },
    { id: 'tags', name: t('columns.tags'), width: 176 },
    { id: 'state', name: t('columns.state'), width: 232 },
    { id: 'disk', name: t('columns.disk'), width: 88, end: true },
    { id: 'memory', name: t('columns.memory'), width: 116, end: true },
    { id: 'context', name: t('columns.context'), width: 92, end: true },
    { id: 'actions', name: t('columns.actions'), width: 132, quiet: true },
  ]
  return (
    <Table label={t('listLabel')} columns={columns}>
      {models.map((model) => (
        <tr key={model.id} data-off={model.state === 1 ? undefined : true}>
          <td>
            <ModelName model={model} />
          </td>
          <td>
            <TagNames model={model} />
          </td>
          <td>
            <ModelStatus model={model} />
          </td>
          <td data-end>
            <Disk model={model} />
          </td>
          <td data-end>
            <Memory model={model} />
          </td>
          <td data-end>
            <Context model={model} />
          </td>
          <td data-end>
            <ModelActions model={model} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

function Cards({ models }: { models: readonly Model[] }) {
  const { t } = useTranslation('model-management')
  return (
    <ul className={css.cards} aria-label={t('listLabel')}>
      {models.map((model) => (
        <li key={model.id} className={css.card}>
          <ModelName model={model} />
          <TagNames model={model} />
          <ModelStatus model={model} />
          <dl className={css.figures}>
            <div>
              <dt>{t('columns.disk')}</dt>
              <dd>
                <Disk model={model} />
              </dd>
            </div>
            <div>
              <dt>{t('columns.memory')}</dt>
              <dd>
                <Memory model={model} />
              </dd>
            </div>
            <div>
              <dt>{t('columns.context')}</dt>
              <dd>
                <Context model={model} />
              </dd>
            </div>
          </dl>
          <ModelActions model={model} />
        </li>
      ))}
    </ul>
  )
}
