/** Keys whose prefix names the issuer. */
export interface TokenRow {
  readonly name: string;
  readonly starts: readonly string[];
  /** The characters that follow, as a regular expression's class, with a minimum and maximum count. */
  readonly letters: string;
  readonly least: number;
  readonly most: number;
}

const word = 'A-Za-z0-9_-';
const plain = 'A-Za-z0-9';
const hex = 'a-f0-9';
const base = 'A-Za-z0-9+/=_-';

function row(name: string, starts: string, [letters, least, most]: [string, number, number?]): TokenRow {
  return { name, starts: starts.split(' '), letters, least, most: most ?? Math.max(255, least) };
}

/** Formats that their owners publish for scanners. */
export const tokenRows: readonly TokenRow[] = [
  row('GitHub token', 'ghp_ gho_ ghu_ ghs_ ghr_', [plain, 20]),
  row('GitHub fine-grained token', 'github_pat_', ['A-Za-z0-9_', 22]),
  row('GitLab token', 'glpat- gldt- glrt- glcbt- glptt- glft- glsoat- glimt- glagent-', [`.${word}`, 20]),
  row('Bitbucket app password', 'ATBB', [plain, 28]),
  row('Atlassian token', 'ATATT3 ATCTT3', [base, 40, 500]),
  row('Sourcegraph token', 'sgp_', ['a-zA-Z0-9_', 36]),
  row('Buildkite token', 'bkua_ bkct_', [hex, 36]),
  row('CircleCI token', 'CCIPAT_ CCIPRJ_', ['A-Za-z0-9_', 36]),
  row('SonarQube token', 'squ_ sqp_ sqa_', [hex, 40]),
  row('JFrog token', 'AKCp', [plain, 60]),
  row('npm token', 'npm_', [plain, 36]),
  row('PyPI token', 'pypi-', [word, 50, 400]),
  row('RubyGems key', 'rubygems_', [hex, 48]),
  row('crates.io token', 'cio', [plain, 32, 32]),
  row('NuGet key', 'oy2', ['a-z0-9', 43]),
  row('Docker Hub token', 'dckr_pat_ dckr_oat_', [word, 20]),
  row('AWS access key', 'AKIA ASIA ABIA ACCA', ['A-Z0-9', 16, 16]),
  row('AWS Bedrock key', 'ABSK', [base, 60, 300]),
  row('Google API key', 'AIza', [word, 35, 35]),
  row('Google OAuth secret', 'GOCSPX-', [word, 28]),
  row('Google OAuth token', 'ya29.', [word, 20, 1000]),
  row('DigitalOcean token', 'dop_v1_ doo_v1_ dor_v1_', [hex, 64]),
  row('Heroku key', 'HRKU-', [word, 36]),
  row('Fly.io token', 'fo1_ fm1_ fm2_ FlyV1', [` ${base}`, 40, 1000]),
  row('Netlify token', 'nfp_', [plain, 36]),
  row('Render key', 'rnd_', [plain, 28]),
  row('Cloudflare origin key', 'v1.0-', [`${hex}-`, 150, 200]),
  row('Supabase token', 'sbp_ sb_secret_', ['A-Za-z0-9_', 28]),
  row('PlanetScale secret', 'pscale_tkn_ pscale_pw_ pscale_oauth_', [`.=${word}`, 32]),
  row('Databricks token', 'dapi', [hex, 32]),
  row('Tailscale key', 'tskey-', [word, 20]),
  row('Alibaba key', 'LTAI', [plain, 20, 24]),
  row('Yandex key', 'AQVN', [word, 35]),
  row('OpenAI or Anthropic key', 'sk-', [word, 20, 400]),
  row('Hugging Face token', 'hf_ api_org_', [plain, 30]),
  row('Groq key', 'gsk_', [plain, 40]),
  row('xAI key', 'xai-', [plain, 60]),
  row('Perplexity key', 'pplx-', [plain, 40]),
  row('Replicate token', 'r8_', [plain, 37]),
  row('Fireworks key', 'fw_', [plain, 22]),
  row('NVIDIA key', 'nvapi-', [word, 60]),
  row('LangSmith key', 'lsv2_pt_ lsv2_sk_', ['a-z0-9_', 32]),
  row('Pinecone key', 'pcsk_', ['A-Za-z0-9_', 40]),
  row('Tavily key', 'tvly-', [word, 20]),
  row('Vault token', 'hvs. hvb. hvr.', [word, 24]),
  row('Pulumi token', 'pul-', [hex, 40]),
  row('Doppler token', 'dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.', [`.${word}`, 40]),
  row('1Password token', 'ops_ey', [base, 60, 2000]),
  row('age key', 'AGE-SECRET-KEY-1', ['A-Z0-9', 58]),
  row('Infisical token', 'st.', [`.${hex}`, 60]),
  row('Grafana token', 'glc_ glsa_ eyJrIjoi', [base, 32, 600]),
  row('New Relic key', 'NRAK- NRII- NRJS- NRRA-', [word, 20]),
  row('Sentry token', 'sntrys_ sntryu_', [base, 40, 600]),
  row('Dynatrace token', 'dt0c01. dt0s01.', [`.${plain}`, 80]),
  row('Postman key', 'PMAK-', [word, 40]),
  row('Prefect key', 'pnu_', [plain, 36]),
  row('Stripe key', 'sk_live_ sk_test_ rk_live_ rk_test_ whsec_', [plain, 16]),
  row('Square token', 'sq0atp- sq0csp- sq0idp- EAAA', [word, 22]),
  row('Shopify token', 'shpat_ shpca_ shppa_ shpss_', [plain, 32]),
  row('Razorpay key', 'rzp_live_ rzp_test_', [plain, 14]),
  row('Flutterwave key', 'FLWSECK- FLWSECK_TEST-', [`${plain}-`, 20]),
  row('EasyPost key', 'EZAK EZTK', [plain, 54]),
  row('Plaid token', 'access-sandbox- access-production- access-development-', [`${hex}-`, 36]),
  row('Slack token', 'xoxb- xoxp- xoxa- xoxo- xoxr- xoxs- xoxe- xoxe. xapp-', [`.${word}`, 10]),
  row('Twilio key', 'SK', [hex, 32, 32]),
  row('SendGrid key', 'SG.', [`.${word}`, 60]),
  row('Mailgun key', 'key-', [hex, 32]),
  row('Brevo key', 'xkeysib- xsmtpsib-', [`${hex}-`, 64]),
  row('Resend key', 're_', ['A-Za-z0-9_', 30]),
  row('Linear key', 'lin_api_ lin_oauth_', [plain, 32]),
  row('Notion token', 'ntn_ secret_', [plain, 40]),
  row('Figma token', 'figd_', [word, 40]),
  row('Airtable token', 'pat', ['A-Za-z0-9.', 70, 90]),
  row('Contentful token', 'CFPAT-', [word, 40]),
  row('Dropbox token', 'sl. sl.u.', [word, 100, 2000]),
  row('Facebook token', 'EAACEdEose0cBA', [plain, 20, 500]),
  row('Typeform token', 'tfp_', [word, 40]),
  row('Readme key', 'rdme_', [plain, 60]),
  row('Zapier or Make token', 'zpka_', ['A-Za-z0-9_', 30]),
  row('HubSpot token', 'pat-na1- pat-eu1-', [`${hex}-`, 36]),
  row('Mapbox secret token', 'sk.eyJ', [`.${word}`, 60, 400]),
];
