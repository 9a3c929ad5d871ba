import { Link } from 'react-router'
import { useTranslation } from '#lib/texts.ts'
import { Markdown } from '#ui/markdown/index.ts'
import { deployedTags, GUIDE, useModels } from '#features/models/index.ts'
import css from './api-viewer.module.css'
import { examplesFor } from './examples.ts'

/** Links to the API description and shows example programs (API viewer plugin). */
export function ApiViewer() {
  const { t } = useTranslation('api')
  return (
    <section className={css.api}>
      <p className={css.links}>
        <a href="/api/v1/spec.html" target="_blank" rel="noopener noreferrer">
          {t('viewer')}
        </a>
        <a href="/api/v1/openapi.json" target="_blank" rel="noopener noreferrer">
          {t('document')}
        </a>
      </p>
      <h2>{t('begin')}</h2>
      <p>
        {t('token')} <Link to="/users/me">{t('toProfile')}</Link>
      </p>
      <Examples />
    </section>
  )
}

function Examples() {
  const model = useExampleModel()
  if (!model) return null
  return examplesFor(window.location.origin, model).map(({ name, language, code }) => (
    <section key={name}>
      <h3>{name}</h3>
      <Markdown text={`\`\`\`${language}\n${code}\n\`\`\``} />
    </section>
  ))
}

/** Returns the model for the examples: preferably one that generates text. */
function useExampleModel(): string {
  const { data = [] } = useModels()
  const answering = deployedTags(data)
  const generating = answering.find((one) => one.model.id !== GUIDE.modelId)
  return (generating ?? answering[0])?.tag.fullName ?? ''
}
