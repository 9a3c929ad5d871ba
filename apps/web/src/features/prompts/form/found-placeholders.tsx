import { isBuiltIn, placeholdersOf } from '@polylogue/contract/browser'
import { useDeferredValue, useMemo } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { FieldGroup } from '#ui/field.tsx'
import css from './form.module.css'

const EXAMPLES = {
  plain: '{{customer_name}}',
  typed: '{{tone | type=select options="formal,friendly"}}',
  escaped: '\\{{customer_name}}',
}

/** Shows the placeholders of a prompt while it is written. */
export function FoundPlaceholders({ text }: { text: string }) {
  const { t } = useTranslation('prompts')
  const settled = useDeferredValue(text)
  const found = useMemo(() => placeholdersOf(settled), [settled])
  return (
    <FieldGroup label={t('placeholders')} hint={t('placeholdersHint', EXAMPLES)}>
      {found.length > 0 && (
        <ul className={css.places} aria-label={t('placeholders')}>
          {found.map(({ name, type, required }) => (
            <li key={name}>
              <span className={css.place}>{`{{${name}}}`}</span>
              <span className={css.kind}>
                {isBuiltIn(name) ? t('automatic') : t(`types.${type}`)}
                {required && !isBuiltIn(name) && ` · ${t('requiredPlace')}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </FieldGroup>
  )
}
