import type { Page } from '../../http/routes.ts'

/**
 * The page that shows the API document: RapiDoc, served by this server, without fonts or anything else from elsewhere. The
 * component puts style elements and attributes into itself that can carry no nonce (tried: without them it stands unstyled), so
 * this page alone allows them; it shows nothing but the document.
 */
export const viewerPage: Page = {
  inlineStyles: true,
  html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Polylogue API</title>
<link rel="icon" href="/mark.svg">
<script type="module" nonce="__NONCE__" src="/static/api-viewer.js"></script>
</head>
<body>
<rapi-doc
  spec-url="/api/v1/openapi.json"
  load-fonts="false"
  regular-font="system-ui, sans-serif"
  mono-font="ui-monospace, monospace"
  render-style="read"
  primary-color="#A855F7"
  show-header="false"
  allow-spec-url-load="false"
  allow-spec-file-load="false"
  allow-server-selection="false"
  persist-auth="false"
></rapi-doc>
</body>
</html>
`,
}
