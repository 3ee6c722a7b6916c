import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import type { MigrationStep } from './postgres/concurrent-index.ts'
import { migrations as postgresSteps } from './postgres/migrations.ts'
import { migrations as sqliteSteps } from './sqlite/migrations.ts'

/** The name and the SHA-256 of every step. A step that is more than SQL is hashed as its JSON. */
const sqliteSums: readonly (readonly [step: string, sha256: string])[] = [
  ['first tables', '0cdf90df39d081cfa5646274040d410edcb34065f491444780cd3ca8b6fbcc7a'],
  ['deliveries', '754cee149312847c65d317c7fc25fde1630c4b3a24d9b69a392b909b0afce24d'],
  ['trunks', '849d33d99f06a08e9bf961a391b1e6365535c55c0411ef527eff72d8d5a8a210'],
  ['people', '667d3cb18f8ec5ae4ba3da1d2cf19385d3952502b6104480877b74b4f9b151a7'],
  ['insight', '61147f7ed85e69093d1b836cb78cfc1a5bbbac43ec2937275ea54a58ddf20cd0'],
  ['nodeTables', 'cf88fcce00a3949ea67be9ee14bea502011d5c613699adccfc9324551c2779cd'],
  ['snapshotTables', 'd8421606176f2abd8cbd29c944f783054c5488163dc40cc74a76e66ae58288f1'],
  ['moneyNotices', '383bdb388b8a4ce5c068474f0eb2350a1d6add819cc8b8927645e352a17d22ed'],
  ['entrance', '92eabe4c7ee8081e0757dbbc5328b45bf1f05eca4b165b51ddb052789d82012f'],
  ['operatorActions', '418e851f6a8fa2e078e8cb5cb8ae4ae757bf834e7e964820da7706b498bcbf62'],
  ['filing', '6578f1d23c98dd4dbcc3675ed4d90d157843e5ef54deb8086f65745c42a70c60'],
  ['operatorFacts', 'e4070d5e21119067f53d49a580413fea325aa9b1efcd7ccceea3a8b74f020e5c'],
  ['trunkTrust', 'ba73eac1d6ded34f42582e7e558682c3f46e3382253a41e618ae3522a8912a91'],
  ['earlyMedia', '71bb6bc65da19142c7fdee58a462f0228a6474c0cbaa0ebd6b8673106ce4266c'],
  ['suspects', '5ccfa94f7c2071d6811626e2c9840f7504798ee58371fed34caf428f7ec6503a'],
  ['operationIds', '6764be351b209b8265c59705f5a9c01faeeb0d3f7c20e35a2e474bbb0a6536eb'],
  ['srtp', 'c3171bc52deca94870dd1325c5f43989331dae75d8e10a79ecff3afb891dd56f'],
  ['lookupHolds', '7770093c0892b7e9560c62e2ab93709268ea3444dec34c42581d446ad2c49c8a'],
  ['testVerifications', 'fc83efbe53d9a24bc8c9bb7c39f65e1c22f7bcfeedb51ca1d0e6e3c2af244d0f'],
  ['sessionProof', '14c763ff2805560df8e7a4497c5c72395a50ba1bac99a20b4d5e8469c4642502'],
  ['auditMarks', 'ca4f35f565e90a392bbf4f650f7c63c8a475eba74617558db0bc22aa5b7dd320'],
  ['closedMonths', 'fd94a7afebfe096bad1c15424040c0dc5233aebbef8eb8e0db9f3fe0a86ccf50'],
  ['callerIdentity', '49ce8ce6500dc52ae5c4efcc9300c972a3d9e5f47accb42d562c33b6ea7e204c'],
  ['accessLog', 'e7479e7ce716da279cf61ee19c41ee3dd97baa0f13794c43890f36d8fe927fec'],
  ['velocity', '416a0a63b44b80bc958fb0ce34a5c2acf03578c4fff30e77107e12a64922bd9d'],
  ['steadyLimits', '113923a013c99e001d68faa0c7a397a4efc3920abe7666e1b745095ceb2d2c1e'],
  ['phoneForm', 'f0fb8d86f23e3807eacb16dfb75e0334eb6d1bfd7d455d67d0c9139f9136cffd'],
  ['lookupKeys', '6f3c152eb6af445942de7107824d297385c168ef0e674a72d78ddc4b51f9f47b'],
  ['phoneVerifications', 'f84bead3114dfb98c3fc2507020bc9fbfb9539bfa584d0f8f3773f78b7dc73e1'],
  ['chargeOnApproval', 'ea1137460773689289e256bf99e0ecdffed2e6e6b43dac5be507186776013d9b'],
  ['phoneNetworks', 'c551f2784f5a760098dc262ae5b64fe3f3e37509776357a8f239ec9969203f23'],
  ['phoneStories', '040714895f592e63542b9235bceb191a6671126285605e8db5e3752b1ad85bb3'],
  ['conversions', '78a1460e3864476fed236dba04e1c593c2cb9b267f90b1a795b340691cf58088'],
  ['eventEndpoints', '120edaf350bf66f61b43c348ee48180b62a16720623d1013573fff1890f1a156'],
  ['hookSecrets', 'ea29022815dc226dc9aafa76fec3af7871012377a12caede0ea85c4337fe3f17'],
  ['requestLog', '60a26458ca7cb9d722123e01cf75e491f555c5523b24dd48107355b8c88399f4'],
  ['storedAlarms', 'a8b56cd83ca257750e2490fd1008d0d72169314051bf57889e5c8ac9be6ec652'],
  ['importJobs', 'd1f6df69e85640f1005c739619ebd6e5bedc33739850624bfafda4b2e79e114d'],
  ['facts', 'bf35a621d9c4da0ac4729d3a70da0d4c34f1e246be7df7e81fd7aba7535a2a84'],
  ['serviceKeys', 'e533b92618f4d625bf48225ab82b534aa4ffb22e3755f066e362c8466c63029f'],
  ['reversals', '14a30ba866ec5d4e6fe2541bd7e9d09064f996be7344faa3873200addd383892'],
  ['firstSteps', '1c2beaed1dc0d29d04d2e2e00c254a4e20bf6e33b0918a329eb261f00ff8b807'],
  ['phoneReplays', 'f9416333bd0944da1940a42181b41a99e9f39b3432614db74e2895088dc4acca'],
  ['conversionHours', 'f12ffd0fb4ebc0676b6bdbc0894863204828d5988b84c50af4569b298c548a18'],
  ['limitsByPhone', '0008d42a1c8cd3642b8b87811f023533e43be5a32f6e0d1eec7e65a31a27d920'],
  ['numberHealth', 'b448e2fb302ef70cc8d878f8d2fcc1268ff7818a72ffb7344a5ebaaf1cd2923b'],
  ['consentTexts', 'dd25a27c02f7d780ab4d35de9cd3e63776843aead5a168ff6f4e55fdab8dcb39'],
  ['routeCounts', 'b1ca29e960122c5b39bb266b2bb2f43daf1859046d4eff8eafb41369385a8ef4'],
  ['hourTotals', '542a6bc906b088a785150681c2264cc774c21f9da2a51a49bebfba2db91cef3c'],
  ['mediaSigns', '3bee2c80935c4d2e7cbb4744190d4e5af41b6750f2060c777a32a6ff96e505ee'],
  ['maxCost', '76bf78b50fdc6a1102b0243d617c8d7e41d3aa9cff46eb6e20bae5e9cfbf29d5'],
  ['ownCodes', 'f70efb525aa596bdb02446f8b49e0290267f9538df4f2b2486801c87a28da76b'],
  ['fewApprovals', 'e0f71d178ef3cc267ec018274471f099ff85e86aadf32e519f26807fe295eeea'],
]
const postgresSums: readonly (readonly [step: string, sha256: string])[] = [
  ['first tables', '3e5831aa48a8798fc552a0b2b6892ec1c2269e2072815ef371ab67ca99225155'],
  ['deliveries', '16eecdb15dac3bb7a0d6f2c7be34ce52dcb489ccb52f56d1130b6047c8902f46'],
  ['trunks', 'b9857b04ce0ab59ef846ed0798c0a6f8c7f8ef424c8c62fca438143487f9ca94'],
  ['people', '784cda9622b011da2f4565516bdebbbe71e666ea142bad31917aba6f286be666'],
  ['insight', 'e44f9e396676790bdac57412054a201e8b59750a887c591c7019ac015d4a891b'],
  ['nodeTables', 'a521b89fa4e7be520ad124e9ee9d4500e82a8b27c6b5975999e7e994e53e26cf'],
  ['snapshotTables', 'cddf3215d478866fb050e91912d9fd316374d6c9452dccab86cf0291c31d43c9'],
  ['moneyNotices', 'febc4e3f91ff4f9bfb5b3bde2699f4778eb1b2f32ba940485b708a0818d312d7'],
  ['entrance', '8444f8706384b4c4dd420b5cca21791b8e3fe31392e267ab1dc92a85ae4284d8'],
  ['operatorActions', '540aae508785b6a5d30150fbdd866079c60c72e4edfe560e9c45bf1bdff09422'],
  ['loneRequest', 'f2e42890baa2f15e9b7ac2f393066a9ac23c18a0c4248c5dfffdd77f41785f76'],
  ['keyFilters', '510372d0c0f4e31b7db2993197082f2d6f994ac720bc5ccbbe656d53d8688406'],
  ['operatorFacts', 'b490f98ddefbd601afd4bfdb4d34b2a42b32111b0a53205c2fc24470d096ea38'],
  ['settleByKey', 'afa0a8db148953144d51268b54081da79246fa1b6a0aeed07e5d95b0ea20b126'],
  ['trunkTrust', 'b3fec08f80e5a0cf2e03aec36db52df0aa093859bdd5bcc4978a4d8717928d6f'],
  ['earlyMedia', '1639248b83e27dcdc1d5e8063c7a85812cc32070deea874ad5f7eea946085b70'],
  ['dropLoneRequest', '57d92b1825e429cabc8389c18c1ea1c5806ac3d0f6348c00969db2fe7819b3a9'],
  ['suspects', 'e1a02411a79827bbd5f703dfd50d0b294b1ef96a288f199527e66265889c8c92'],
  ['operationIds', 'ad4e60ac5873f8f0102a8ea7d800d5ae3b2e40c421f333d04e554d7fc8fccf15'],
  ['srtp', 'ad17b0bac5c892a9f1d131d09921767677577d3187ece27454e76457895af353'],
  ['lookupHolds', '077735b010caed0517a399db48c1f8a08645f1644eb5bbbf43fd1742ba9bebd5'],
  ['phoneLimits', '6e275a5c0da97f399743c5f781424b95d2918ff69537fbae5260b0c1110b6656'],
  ['testVerifications', 'e391152ffc204021ce45fb919fe3a05febef657a6f6d617ef42ea6f9a01b5a87'],
  ['sessionProof', '741ae502efc02ec03e635b218bd28e80f1a81863c8d3ac6a352454867d061a5b'],
  ['auditMarks', '048a82c236b10887588966941c905d079946d36eac3e952a759facee2c33529e'],
  ['closedMonths', '7becb7590521d55c5afe3e4b92a54852b201dd0b57d225d6ed23c24c9387f0ce'],
  ['callerIdentity', '80a7dc2080fcc06839c714c54f7981985d56a726c41d56d6541f45a593dd5925'],
  ['accessLog', 'ad291f8809c5133098875e13271426cac4297b7b90e24c5b140502ad4611de0b'],
  ['velocity', 'd8c337df07935383265a70d449b87e98967cf2f68f84cc3edefd72fe43e801a5'],
  ['phoneForm', 'a2454355d6aa9371b8061978bbdf9d4ae501b3764cd4c62ee190133d0a9a3f9b'],
  ['lookupKeys', '53ff0eb5d25766300dbb2f388379fba0dc50b22e7e57c20aa081cc93cd643e1e'],
  ['phoneVerifications', 'e2dee1b6fff4ca8d4c24f9f32b695e1b938dacc847a61dde805e36ae9d53003e'],
  ['chargeOnApproval', 'c6cf84d823c4722f32c9293e31866dd2bcdfb9e35b420dab20a6dd00ce4e6040'],
  ['phoneNetworks', '69cf1363144b9ecb3fe9459aa75bf1ec9bf687153fb225cd3b101a5390ea433d'],
  ['phoneStories', '040714895f592e63542b9235bceb191a6671126285605e8db5e3752b1ad85bb3'],
  ['conversions', '4ccbb465475afb920a056163578ea82a3d7f44eaf413c258dc611167056fce3a'],
  ['eventEndpoints', '65b5a1d85e2dc3e89378bfe19580b9e990b8a7898dad660eb965491627095089'],
  ['hookSecrets', 'c6d7db17da841bc2877c61d88f4342704c73d656c82d8d41df532dd655e39c52'],
  ['requestLog', 'd055c7f149ff1a7ad3982419abbc1fcc8e1c13ae3ae9eec3b1f9f4fbe0e7766f'],
  ['storedAlarms', 'eae4e6f92fc8f41225abd61884ed009d63280ad5ef8811d539834b997067cc77'],
  ['importJobs', '53fb9f4eb25fd84b4bba9dd1e41f550017b40bc3dd0f902737ffb28e1340fce9'],
  ['facts', '17533589f9e1d9c31bb0d52aafbe5c0006c2587855dd882615d78bc631901ee9'],
  ['serviceKeys', '6fbbb995bfcbddb39bd054dff29591fbdd1884a6424ca8544d1fc9bbd58dc29a'],
  ['reversals', '66041760aae7504868ade85dcd30b6498681a41c3f6a1170e489a3831547f052'],
  ['firstSteps', 'e7b75cbb311353f108fe1d2b3482a33097f23e927d15dd271b050402fba14749'],
  ['phoneReplays', 'd5a5a56a0cecbb52487a402ddcfe69ed0745e14070a5779c7feb805dbf9b2bd7'],
  ['conversionHours', '94abee538f92886cabadf2be061477d3a2a66257f754335de21b0dbabff734d7'],
  ['limitsByPhone', '13277f90391b25b3c120669bfdb60f2af69f0c547c8dd7ef0609e2beb2203fa2'],
  ['numberHealth', '46a033a6ca369167c8da9548793f7ab62f1931d01899c5b831704866862b6aa3'],
  ['consentTexts', 'a76708283d11848a45ba02b54fbc3dfe6020c3ceea2c962b75f9e60326a6698e'],
  ['routeCounts', 'e508ea42118eafd0d05c114a49c05a427db6a2b0acebb7299a6d75df89d54b4d'],
  ['hourTotals', 'db7cd2d642c04a09e14686f6dec65491dc74030b51c87897f7b5ed5208056b6e'],
  ['cellHours', '23711ad696e836cbcbfb51f90726003d0caaf454d7d334a308bc2c01d0d0a22f'],
  ['mediaSigns', '44acbb3672af445cc206a56b79e99e6c531701aeb1cc97b5969a75b77c5aac3b'],
  ['maxCost', '76bf78b50fdc6a1102b0243d617c8d7e41d3aa9cff46eb6e20bae5e9cfbf29d5'],
  ['ownCodes', '63221447a6884a69bf72415b9fda22cb7ad4fe56600332bea992a1018f7b3b05'],
  ['fewApprovals', 'cf2858a9ca3e90a454e5ff39acce3d306d5ebe2d425c469a6582e4bf5579d21f'],
]

const whatToDo =
  'Installations have run the steps that are listed here, and would never run their new text. ' +
  'Restore the text of the old step and write your change as a new step at the end of both migrations.ts. ' +
  'For a new step, add its name and checksum at the end of the list in this file.'

const sumOf = (step: string | MigrationStep) =>
  createHash('sha256')
    .update(typeof step === 'string' ? step : JSON.stringify(step))
    .digest('hex')

it.each([
  ['SQLite', sqliteSteps, sqliteSums],
  ['PostgreSQL', postgresSteps, postgresSums],
])('migrations of %s: the text of every released step is unchanged', (_store, steps, sums) => {
  const named = steps.map((step, index) => [sums[index]?.[0] ?? 'new step', sumOf(step)])
  expect(named, whatToDo).toEqual(sums)
})
