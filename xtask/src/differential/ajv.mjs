// Judges documents by ajv. Each line in is a schema with documents in base64; each line out has a digit for each document:
// 0 is valid, 1 is valid but for formats, 2 is not valid.
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

const require = createRequire(process.argv[2] + '/');
const Ajv = require('ajv/dist/2020').default;
const formats = require('ajv-formats').default;

function compiler(withFormats) {
  const ajv = new Ajv({ strict: false, logger: false, validateFormats: withFormats });
  return withFormats ? formats(ajv) : ajv;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
for await (const line of createInterface({ input: process.stdin })) {
  const { schema, documents } = JSON.parse(line);
  const validate = compiler(true).compile(schema);
  let plain;
  let verdicts = '';
  for (const document of documents) {
    let value;
    try {
      value = JSON.parse(utf8.decode(Buffer.from(document, 'base64')));
    } catch {
      verdicts += '2';
      continue;
    }
    if (validate(value)) {
      verdicts += '0';
    } else {
      plain ??= compiler(false).compile(schema);
      verdicts += plain(value) ? '1' : '2';
    }
  }
  console.log(verdicts);
}
