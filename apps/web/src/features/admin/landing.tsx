import { Link } from 'react-router'
import { useTranslation } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { useViewer } from '#features/session/index.ts'
import css from './landing.module.css'
import { listedFor } from './resources.ts'

/** Overview of everything that the user may administer. */
export function Landing() {
  const { t } = useTranslation('admin')
  const { data: viewer } = useViewer()
  const listed = viewer ? listedFor(viewer) : []
  return (
    <ul className={css.list}>
      {listed.map(({ name, to, icon }) => (
        <li key={name}>
          <Link to={to} className={css.card}>
            <span className={css.title}>
              <Icon name={icon} />
              {t(`resources.${name}.title`)}
            </span>
            <span className={css.text}>{t(`resources.${name}.text`)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
