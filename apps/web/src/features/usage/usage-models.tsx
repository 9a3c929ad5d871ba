import type { Usage } from '@polylogue/contract'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { PartHead } from '#ui/part-head.tsx'
import { Named, Table } from '#ui/table.tsx'

/** Usage by model. */
export function UsageModels({ byModel }: { byModel: Usage['byModel'] }) {
  const { t } = useTranslation('usage')
  const format = useFormat()
  const columns = [
    { id: 'model', name: t('model') },
    { id: 'prompts', name: t('prompts'), end: true },
    { id: 'in', name: t('tokensIn'), end: true },
    { id: 'out', name: t('tokensOut'), end: true },
  ]
  return (
    <div>
      <PartHead title={t('byModel')} level={3} />
      <Table label={t('byModel')} columns={columns}>
        {byModel.map(({ modelName, modelTagName, prompts, tokensPrompt, tokensResponse }) => (
          <tr key={`${modelName}:${modelTagName}`}>
            <td>
              <Named facts={modelTagName}>{modelName}</Named>
            </td>
            <td data-end>{format.number(prompts)}</td>
            <td data-end>{format.number(tokensPrompt)}</td>
            <td data-end>{format.number(tokensResponse)}</td>
          </tr>
        ))}
      </Table>
    </div>
  )
}
