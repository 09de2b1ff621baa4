// Two functions of Node that the contract's validators use, for the browser.

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;
const HEX_AND_COLONS = /^[0-9a-fA-F:.]+$/;

/** As `isIP` of node:net: 4, 6, or 0 for anything else. */
export function isIP(text: string): 0 | 4 | 6 {
  if (IPV4.test(text)) return 4;
  return text.includes(':') && HEX_AND_COLONS.test(text) && URL.canParse(`http://[${text}]/`) ? 6 : 0;
}

/** As `domainToASCII` of node:url: empty if the text is no host name. */
export function domainToASCII(text: string): string {
  return URL.parse(`http://${text}/`)?.hostname ?? '';
}
