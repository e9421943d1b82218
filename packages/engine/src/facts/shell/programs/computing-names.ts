import { wordSet } from '../../word-set.ts';

/** Whether a function or a type of R, Julia, Octave, Lua, Elixir, Erlang, Clojure, Swift or Haskell is known to compute or to show. */
export function computesByName(name: string): boolean {
  return computing.has(name);
}

const computing = wordSet(
  `suppressMessages suppressWarnings suppressPackageStartupMessages invisible fread readRDS summarise summarize mutate arrange ungroup collect pull n n_distinct across everything
 starts_with ends_with open_dataset tibble as_tibble glimpse slice left_join inner_join pivot_longer pivot_wider colMeans rowSums rowMeans colSums which.max which.min complete.cases
 na.omit cut prop.table strsplit sub regmatches unlist rbind cbind duplicated setdiff union intersect seq_len identical all.equal nlevels signif difftime strftime Sys.time Sys.Date
 proc.time system.time object.size typeof args R.version file.exists file.info basename list.files integrate rnorm runif rbinom rpois set.seed dnorm pnorm qnorm t.test wilcox.test
 chisq.test shapiro.test TukeyHSD kmeans hclust dist prcomp cutree loess spline approx fft convolve crossprod solve eigen svd chol qr ts acf cumprod scale glm coef residuals plot hist
 lines points barplot boxplot legend abline par dev.off png nls uniroot style_file percent_coverage package_coverage roxygenise roxygen2 covr .libPaths head tail c t by
 var cov cor std findall findfirst eachrow eachcol describe prod maximum minimum extrema argmax argmin foldl foldr repr eltype isa fieldnames methods methodswith sin cos tan asin acos atan sinh cosh
 tanh cbrt hypot tr eigvals norm cross rfft ifft DataFrame rand randn readdlm dayofweek dayofyear monthname week simulate peak vwap format uppercase occursin startswith endswith
 Statistics Dates LinearAlgebra sizeof nameof
 csvread dlmread freqz fir1 butter filtfilt conv polyfit polyval interp1 roots eig lu kron meshgrid trapz mat2str num2str str2double numel isempty fix pkg signal load diff repmat reshape
 ipairs pairs string math concat tonumber tostring floor rep byte char gmatch lower upper pi huge random fmod utf8
 nth foldl system_info memory statistics halt otp_release member keyfind seq flatten chunk_every dedup uniq uniq_by reduce inspect iodata_length to_charlist
 range conj cons rest second assoc dissoc merge frequencies partition_by interpose interleave vec hash keys vals nil zipmap apply_ pos neg even odd clojure java io name str set
 Date Measurement UnitLength UnitMass UnitTemperature UnitDuration UnitSpeed converted Int Double Float Bool String Array Set Dictionary Character Calendar Decimal Locale TimeZone UUID
 Math Long Integer Boolean LocalDate Instant Duration kilometers meters miles celsius fahrenheit value unit Optional Range sorted reduce stride joined count isEmpty
 fromIntegral show putStrLn putStr words unwords unlines elem lookup replicate iterate takeWhile dropWhile span concatMap zipWith foldr succ pred product minimum maximum even odd gcd lcm read`,
);
