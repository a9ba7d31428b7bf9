import { expect, test } from '@playwright/test'

// Elsewhere than on Linux, browsers do not ask fontconfig.
test.skip(process.platform !== 'linux')
test.skip(({ browserName }) => browserName !== 'chromium', 'No other says which fonts it has used.')

test(
  'the browser has the fonts of its set, and none of the system',
  { tag: '@fonts' },
  async ({ page }, { project }) => {
    const texts = ['Rex', 'ไทย', 'مرحبا', '猫', '고양이', '🐕', 'क्षि']
    await page.setContent(
      texts.map((text) => `<p style="font-family: system-ui, sans-serif">${text}</p>`).join(''),
    )
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('DOM.enable')
    await devtools.send('CSS.enable')
    const { root } = await devtools.send('DOM.getDocument')
    const { nodeIds } = await devtools.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: 'p' })
    const used: string[] = []
    for (const nodeId of nodeIds) {
      const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId })
      used.push(fonts.map(({ familyName }) => familyName).join())
    }
    expect(used).toEqual(
      project.name === 'many fonts'
        ? ['Hind', 'Noto Sans Thai', 'Noto Naskh Arabic', 'Dela Gothic One', 'Jua', 'Noto Emoji', 'Hind']
        : texts.map(() => 'DejaVu Sans'),
    )
  },
)
