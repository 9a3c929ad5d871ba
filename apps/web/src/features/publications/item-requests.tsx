import { useTranslation } from '#lib/texts.ts'
import { FieldGroup } from '#ui/field.tsx'
import { useItemRequests } from './api.ts'
import { OwnRequest } from './own-request.tsx'
import css from './publications.module.css'

/** The shares of an item that wait for approval or were declined; renders nothing when there is none. */
export function ItemRequests({ contextId }: { contextId: number }) {
  const { t } = useTranslation('publications')
  const { data = [] } = useItemRequests(contextId)
  if (data.length === 0) return null
  return (
    <FieldGroup label={t('ofItem')}>
      <ul className={css.list} aria-label={t('ofItem')}>
        {data.map((request) => (
          <li key={request.id}>
            <OwnRequest request={request} name={request.group.name} />
          </li>
        ))}
      </ul>
    </FieldGroup>
  )
}
